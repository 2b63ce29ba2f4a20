/* utf8.h - characters of a text that may be anything. */
#ifndef BSN_UTF8_H
#define BSN_UTF8_H

#include <stddef.h>

/* Bytes of the character at the beginning of `chars`, which has `length` bytes; 0 when there is
 * none. Overlong forms, surrogates and what is past U+10FFFF are none: a strict reader refuses a
 * whole file for one of them. */
size_t bsn_utf8_bytes(const char *chars, size_t length);

/* Characters of a text that is UTF-8. */
size_t bsn_utf8_count(const char *text);

#endif
