/* gcide_text.h - how GCIDE writes: marks of sources, accents, labels, examples.
 *
 * All texts end in 0 somewhere behind what is looked at; a `length` bounds what belongs to them.
 */
#ifndef BSN_GCIDE_TEXT_H
#define BSN_GCIDE_TEXT_H

#include "base/ctx.h"

#define BSN_GCIDE_SENSE 300 /* characters of a sense that are used */
#define BSN_GCIDE_NAME 64   /* of a headword, the final 0 counted */

/* Is this, the inside of brackets, the mark of a source? And of one in the public domain: 1913
 * Webster or its supplement, without a later hand? */
bool bsn_gcide_is_mark(const char *text);
bool bsn_gcide_is_free(const char *text);

/* A headword: accents undone, marks of stress and syllable left out. Returns its length. */
size_t bsn_gcide_name(const char *text, size_t length, char to[static BSN_GCIDE_NAME]);

/* The length of the label of a field at the beginning, "(Zool.)", or 0. */
size_t bsn_gcide_label(const char *text, size_t length);

/* The text of a sense without labels, brackets, braces and examples; sentences become parts, as
 * semicolons make them. Returns its length. */
size_t bsn_gcide_clean(const char *text, size_t length, char to[static BSN_GCIDE_SENSE + 8]);

#endif
