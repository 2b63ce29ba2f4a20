/* film.h - a recorded run with its pictures, and the moments of it that a film shows. */
#ifndef BSN_FILM_H
#define BSN_FILM_H

#include "format/run_file.h"
#include "domain/scene.h"

struct json_t;

struct bsn_film {
    basin_ctx *ctx;
    struct json_t *root;
    struct bsn_record record;
    struct bsn_scene scene;  /* the places; tones and texts are those that were painted last */
    size_t frames;
    size_t *moment;          /* (frames) of the run, rising, from the first to the last */
    size_t *best;            /* (moments) the particle that is shown: it breaks least, and at the
                              * end it is the answer, where one of them is */
};

/* Reads a run of --trace and chooses at most `most` moments. On failure nothing is to be freed. */
basin_status bsn_film_open(basin_ctx *ctx, const char *path, size_t most, struct bsn_film *film);
void bsn_film_clear(struct bsn_film *film);

/* Gives the scene the tones and texts of the particle that is shown at a frame. */
void bsn_film_paint(struct bsn_film *film, size_t frame);

#endif
