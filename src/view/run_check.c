/* run_check.c - can a recorded run be played: has it the pictures of its particles in each frame? */
#include "view/run_check.h"

#include "base/utf8.h"

#include <string.h>

/* What all frames of a run have in common. */
struct stage {
    size_t particles, shapes, texts;
};

static basin_status check_shape(const struct bsn_place *at, const json_t *shape, const void *more)
{
    static const char *const number[] = { "x", "y", "w", "h" };
    const json_t *kind = NULL;

    (void)more;
    BSN_TRY(bsn_json_part(at, shape, "kind", BSN_JSON_TEXT, &kind));
    BSN_TRY(bsn_json_word(at, kind, "kind", "rect disc line text"));
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        BSN_TRY(bsn_json_part(at, shape, number[i], BSN_JSON_NUMBER, NULL));
    return BASIN_STATUS_OK;
}

static basin_status check_paint(const struct bsn_place *at, const json_t *paint, const void *more)
{
    const struct stage *const stage = more;
    const json_t *tone = NULL;

    BSN_TRY(bsn_json_part(at, paint, "tone", BSN_JSON_TEXT, &tone));
    const size_t tones = bsn_utf8_count(json_string_value(tone));
    if (tones != stage->shapes)
        return bsn_json_refuse(at, "\"tone\" has %zu characters for %zu shapes", tones,
                               stage->shapes);
    return bsn_json_row(at, paint, "text", BSN_JSON_TEXT, stage->texts);
}

static basin_status check_frame(const struct bsn_place *at, const json_t *frame, const void *more)
{
    const struct stage *const stage = more;

    BSN_TRY(bsn_json_part(at, frame, "step", BSN_JSON_NUMBER, NULL));
    BSN_TRY(bsn_json_row(at, frame, "energy", BSN_JSON_NUMBER_OR_NULL, stage->particles));
    BSN_TRY(bsn_json_row(at, frame, "violated", BSN_JSON_NUMBER_OR_NULL, stage->particles));
    BSN_TRY(bsn_json_row(at, frame, "paint", BSN_JSON_OBJECT, stage->particles));
    BSN_TRY(bsn_json_row_maybe(at, frame, "parent", stage->particles));
    return bsn_json_each(at, frame, "paint", "particle", check_paint, stage);
}

static struct stage stage_of(const json_t *shapes, const json_t *frames)
{
    const json_t *const first = json_array_get(frames, 0);
    struct stage stage = { .shapes = json_array_size(shapes) };

    stage.particles = json_array_size(json_object_get(first, "paint"));
    for (size_t i = 0; i < stage.shapes; i++) {
        const json_t *const kind = json_object_get(json_array_get(shapes, i), "kind");
        stage.texts += strcmp(json_string_value(kind), "text") == 0;
    }
    return stage;
}

basin_status bsn_run_check(const struct bsn_place *at, const json_t *run, const void *unused)
{
    const json_t *picture = NULL, *shapes = NULL, *frames = NULL;

    (void)unused;
    BSN_TRY(bsn_json_part(at, run, "name", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_part(at, run, "tones", BSN_JSON_OBJECT, NULL));
    BSN_TRY(bsn_json_part(at, run, "picture", BSN_JSON_OBJECT, &picture));
    BSN_TRY(bsn_json_part(at, picture, "width", BSN_JSON_NUMBER, NULL));
    BSN_TRY(bsn_json_part(at, picture, "height", BSN_JSON_NUMBER, NULL));
    BSN_TRY(bsn_json_part(at, picture, "shapes", BSN_JSON_LIST, &shapes));
    BSN_TRY(bsn_json_each(at, picture, "shapes", "shape", check_shape, NULL));
    BSN_TRY(bsn_json_part(at, run, "frames", BSN_JSON_LIST, &frames));
    const struct stage stage = stage_of(shapes, frames);
    return bsn_json_each(at, run, "frames", "frame", check_frame, &stage);
}
