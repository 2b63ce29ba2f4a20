/* fuzz_run.c - any bytes at all, drawn as a recorded run: as a chart and as a film, or, where they
 * begin with a byte 1, as a cactus plot and a growth chart of lines of `basin eval`.
 *
 * They give a picture, or one line that says what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include <basin_pictures.h>

static void check_text(basin_ctx *ctx, basin_status status, const char *path, char *text)
{
    if (status != BASIN_STATUS_OK) {
        fuzz_refused(ctx, status, path);
        return;
    }
    REQUIRE(strncmp(text, "<svg", 4) == 0 && strstr(text, "</svg>"));
    REQUIRE(!strstr(text, "<script"));
    basin_text_free(ctx, text);
}

static void check_picture(basin_ctx *ctx, basin_status status, const char *path,
                          basin_picture **picture)
{
    char *text = NULL;

    if (status == BASIN_STATUS_OK)
        status = basin_picture_svg(ctx, *picture, &text);
    check_text(ctx, status, path, text);
    basin_picture_free(ctx, *picture);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const bool lines = length > 0 && bytes[0] == 1;
    basin_ctx *const ctx = fuzz_begin();
    basin_picture *picture = NULL, *growth = NULL;
    char place[FUZZ_PATH], *text = NULL;
    const int fd = fuzz_file((struct fuzz_part){ bytes + lines, length - lines }, place);
    const char *const path = place;

    if (lines) {
        check_picture(ctx, basin_picture_cactus(ctx, &path, 1, &picture), path, &picture);
        check_picture(ctx, basin_picture_growth(ctx, &path, 1, &growth), path, &growth);
    } else {
        check_picture(ctx, basin_picture_run(ctx, path, &picture), path, &picture);
        const basin_status status = basin_film_svg(ctx, path, "t", &text);
        check_text(ctx, status, path, text);
    }
    close(fd);
    fuzz_end(ctx);
    return 0;
}
