/* teach.c - learns a model of words from the dictionaries of this machine. */
#include "domain/crossword/teach.h"

#include "base/file.h"
#include "base/mem.h"
#include "energy/model.h"
#include "words/study.h"

#define LEVELS 100
#define SHARES 1000  /* steps that a training is said to have */

struct lesson {
    const struct basin_train_opts *opts;
    double began;
};

static void on_progress(void *user, const char *stage, double done)
{
    const struct lesson *const lesson = user;
    const double seconds = bsn_seconds() - lesson->began;
    const struct basin_train_moment now = {
        .network = stage, .step = (uint64_t)(done * SHARES), .steps = SHARES,
        .steps_per_second = done * SHARES / (seconds + 1e-9),
        .seconds_left = done > 0 ? seconds * (1 - done) / done : 0,
    };

    if (lesson->opts->on_moment)
        lesson->opts->on_moment(lesson->opts->user, &now);
}

static bool should_stop(void *user)
{
    const struct lesson *const lesson = user;

    return lesson->opts->should_stop && lesson->opts->should_stop(lesson->opts->user);
}

/* What the file says about its making. */
static void describe(const struct bsn_study *study, const struct bsn_study_report *report,
                     basin_model *model)
{
    const char *const gcide = study->free_only ? "the senses of GCIDE that are tagged 1913 Webster"
                                               : "all of GCIDE";

    bsn_model_note(model, "data", "WordNet, %s, lists of words%s%s", gcide,
                   study->clues ? ", crossword clues" : "",
                   study->hold_out ? ", some held out" : "");
    bsn_model_note(model, "licences", "see models/crossword.LICENSES.md");
    bsn_model_note(model, "seed", "%llu", (unsigned long long)study->seed);
    bsn_model_note(model, "made by", "basin %s", BASIN_VERSION);
    bsn_model_note(model, "words", "%zu; articles: WordNet %zu, Webster %zu, GCIDE %zu, clues %zu",
                   report->words, report->articles[BSN_SOURCE_WORDNET],
                   report->articles[BSN_SOURCE_WEBSTER], report->articles[BSN_SOURCE_GCIDE],
                   report->articles[BSN_SOURCE_CLUES]);
    bsn_model_note(model, "training", "vectors of stems: %u passes, last loss %.4f; mixture: %u "
                   "lessons, %u passes, last loss %.4f, on lessons held out %.4f",
                   study->encoder_passes, report->encoder_loss, study->lessons, study->passes,
                   report->mixer_loss, report->mixer_held);
}

basin_status bsn_crossword_study(basin_ctx *ctx, const struct basin_train_opts *opts,
                                 const char *path)
{
    struct lesson lesson = { opts, bsn_seconds() };
    struct bsn_study study = BSN_STUDY_INIT;
    struct bsn_study_report report;
    basin_model *model = NULL;
    basin_status status;

    study.free_only = !opts->full;
    study.clues = opts->clues;
    study.hold_out = opts->hold_out;
    study.seed = opts->seed;
    study.threads = opts->threads;
    study.on_progress = on_progress;
    study.should_stop = should_stop;
    study.user = &lesson;
    BSN_TRY_OUT(bsn_model_new(ctx, "crossword", BASIN_ENERGY_COMPACT, LEVELS, &model));
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &model->words));
    BSN_TRY_OUT(bsn_study(ctx, &study, model->words, &report));
    describe(&study, &report, model);
    status = basin_model_save(ctx, model, path);
out:
    basin_model_free(ctx, model);
    return status;
}
