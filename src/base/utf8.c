/* utf8.c - characters of a text that may be anything. */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

size_t bsn_utf8_bytes(const char *chars, size_t length)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *const c = (const unsigned char *)chars;

    if (length == 0)
        return 0;
    const size_t bytes = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    if (bytes <= 1)
        return bytes;
    uint32_t code = c[0] & (0x7fu >> bytes);
    if (bytes > length || c[0] > 0xf4)
        return 0;
    for (size_t k = 1; k < bytes; k++) {
        if ((c[k] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[k] & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[bytes] || code > 0x10ffff || surrogate ? 0 : bytes;
}

size_t bsn_utf8_count(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}
