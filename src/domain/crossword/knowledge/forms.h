/* forms.h - from text to forms: lower case, letters only, no accents, common words left out. */
#ifndef BSN_FORMS_H
#define BSN_FORMS_H

#include "base/ctx.h"

#define BSN_FORM_CHARS 24 /* and a final 0; what is longer is cut */

/* Walks over text[*at .. length) to the next form that is no common word; returns its length, and
 * 0 at the end. With `all`, common words come too. */
size_t bsn_form_next(const char *text, size_t length, size_t *at, bool all,
                     char form[static BSN_FORM_CHARS + 1]);

/* The letter (a to z) at text[*at], without its accent if it is one of the Latin letters of UTF-8;
 * 0 when there is none. *at goes on behind the character. ASCII letters keep their case. */
char bsn_letter_at(const char *text, size_t length, size_t *at);

/* Does the text, which ends in 0, begin so? */
bool bsn_begins(const char *text, const char *with);

/* What kind of word a definition asks for, by how it begins. */
enum bsn_asks { BSN_ASKS_ANY = 0, BSN_ASKS_VERB, BSN_ASKS_NOUN, BSN_ASKS_PERSON, BSN_ASKS_QUALITY,
                BSN_ASKS_KINDS };
enum bsn_asks bsn_asks_of(const char *text, size_t length);

#endif
