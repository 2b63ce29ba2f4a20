/* model.h - a trained energy: networks or knowledge of words, noise schedule, what it is for. */
#ifndef BSN_MODEL_H
#define BSN_MODEL_H

#include "base/ctx.h"
#include "energy/schedule.h"
#include "nn/net.h"

#define BSN_MODEL_NETS 8
#define BSN_MODEL_NOTES 24

struct bsn_model_net {
    char name[24];
    struct bsn_net net;
    float *theta;   /* (bsn_net_full) expanded */
};

/* One line of what the file says about itself, beyond what the reader needs. */
struct bsn_note {
    char key[24];
    char value[232];
};

/* The note that says what the conditions of a model's networks are made by. */
#define BSN_NOTE_CONDITIONS "conditions"

struct bsn_knowledge;
struct bsn_embeddings;

struct basin_model {
    char domain[24];
    enum basin_energy energy;
    struct bsn_schedule schedule;
    size_t nets;
    struct bsn_model_net net[BSN_MODEL_NETS];
    struct bsn_knowledge *words;  /* crosswords: from clues to energies of words; else NULL */
    struct bsn_embeddings *clues; /* crosswords by a network: from clues to its conditions; else
                                   * NULL */
    size_t notes;
    struct bsn_note note[BSN_MODEL_NOTES];
};

/* An empty model of a domain. */
basin_status bsn_model_new(basin_ctx *ctx, const char *domain, enum basin_energy energy,
                           uint32_t levels, basin_model **out);
/* Adds a network with zeroed parameters. */
basin_status bsn_model_add(basin_ctx *ctx, basin_model *model, const char *name,
                           const struct bsn_net *net, struct bsn_model_net **out);
/* The network of that name, or NULL. */
const struct bsn_model_net *bsn_model_find(const basin_model *model, const char *name);

/* Sets a note, replacing one of the same key; further notes than there is room for are an error
 * of ours. */
void bsn_model_note(basin_model *model, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The note of that key, or NULL. */
const char *bsn_model_noted(const basin_model *model, const char *key);

/* The vectors that the built-in crossword model makes of clues. */
basin_status bsn_model_clues(basin_ctx *ctx, struct bsn_embeddings **out);

/* "compact", "paper", "exact". */
const char *bsn_energy_name(enum basin_energy energy);

#endif
