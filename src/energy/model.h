/* model.h - a trained energy: networks, noise schedule, what it is for. */
#ifndef BSN_MODEL_H
#define BSN_MODEL_H

#include "base/ctx.h"
#include "energy/schedule.h"
#include "nn/net.h"

#define BSN_MODEL_NETS 16
#define BSN_MODEL_NOTES 48

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

struct bsn_extension;

struct basin_model {
    char domain[24];
    enum basin_energy energy;
    struct bsn_schedule schedule;
    size_t nets;
    struct bsn_model_net net[BSN_MODEL_NETS];
    const struct bsn_extension *extension; /* of its domain, see extension.h, and what that keeps */
    void *extra;                           /* here; both NULL where there is nothing */
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

/* Which network of the model is the energy of one variable alone, for the variables of another
 * network? NULL where that one's energies are whole. */
const struct bsn_model_net *bsn_model_base(const basin_model *model, const struct bsn_net *net);

/* Sets a note, replacing one of the same key; further notes than there is room for are an error
 * of ours. */
void bsn_model_note(basin_model *model, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The note of that key, or NULL. */
const char *bsn_model_noted(const basin_model *model, const char *key);

#endif
