/* embeddings.h - a vector for each clue: what a crossword model makes of it, or what a file says.
 *
 * The file is a safetensors file as `save_file({clue: vector, ...}, path)` writes it: a tensor is
 * called as its clue reads, and all have the same number of numbers. Vectors are handed out with a
 * mean square of 1, whatever their length was; one that is all 0 stays so. May be shared by
 * threads.
 */
#ifndef BSN_EMBEDDINGS_H
#define BSN_EMBEDDINGS_H

#include "domain/crossword/knowledge/strings.h"

#define BSN_EMBEDDINGS_WIDTH 4096 /* the most numbers of a vector */
#define BSN_EMBEDDINGS_NAME 64    /* room for bsn_embeddings_name */

struct bsn_knowledge;

struct bsn_embeddings {
    size_t width;
    struct bsn_knowledge *knowledge; /* or NULL, and these: */
    char *path;                      /* for error texts */
    struct bsn_safetensors *file;
    struct bsn_strings clue;         /* number k is tensor k of the file */
};

/* Refuses vectors of different widths, none, and numbers that are whole or not finite. */
basin_status bsn_embeddings_read(basin_ctx *ctx, const char *path, struct bsn_embeddings **out);

/* Vectors of a knowledge that has an encoder. It is taken over, on failure too. */
basin_status bsn_embeddings_of(basin_ctx *ctx, struct bsn_knowledge *knowledge,
                               struct bsn_embeddings **out);
void bsn_embeddings_free(basin_ctx *ctx, struct bsn_embeddings *e); /* accepts NULL */

/* The vector of a clue, (width); a clue that a file does not have is an error (INPUT). */
basin_status bsn_embeddings_find(basin_ctx *ctx, const struct bsn_embeddings *e, const char *clue,
                                 float *out);

/* Brings a vector to a mean square of 1. */
void bsn_embeddings_scale(size_t width, float *vector);

/* What the vectors are by, for the notes of a model that learned from them: two knowledges whose
 * vectors differ have different names. */
#define BSN_EMBEDDINGS_OF_FILE "file"
void bsn_embeddings_name(const struct bsn_embeddings *e, char name[static BSN_EMBEDDINGS_NAME]);

#endif
