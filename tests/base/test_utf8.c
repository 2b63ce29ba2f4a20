/* test_utf8.c - which bytes are a character: against a decoder that is written the other way round. */
#include "base/utf8.h"

#include "support.h"

#include <string.h>

/* Writes a character; returns its bytes. */
static size_t encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t k = bytes; k-- > 1; code >>= 6)
        out[k] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00u >> bytes & 0xf0) | code);
    return bytes;
}

static void every_character_is_one(void **state)
{
    char text[4];

    (void)state;
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        const size_t bytes = encode(code, text);
        const bool surrogate = code >= 0xd800 && code < 0xe000;
        assert_int_equal(bsn_utf8_bytes(text, bytes), surrogate ? 0 : bytes);
        assert_int_equal(bsn_utf8_bytes(text, 4), surrogate ? 0 : bytes);
        assert_int_equal(bsn_utf8_bytes(text, bytes - 1), 0);  /* torn */
    }
}

/* Of all pairs of bytes, and of triples and fours that begin like a longer form, those alone that an
 * encoder writes are characters. */
static void nothing_else_is(void **state)
{
    size_t pairs = 0, triples = 0;

    (void)state;
    for (unsigned a = 0x80; a < 0x100; a++)
        for (unsigned b = 0; b < 0x100; b++) {
            const char text[] = { (char)a, (char)b, (char)0x80, (char)0x80 };
            const size_t bytes = bsn_utf8_bytes(text, 4);
            pairs += bytes == 2;
            triples += bytes == 3;
        }
    assert_int_equal(pairs, 0x780);         /* U+0080 to U+07FF */
    assert_int_equal(triples, 15 * 64 - 64 + 32 + 32);
    assert_int_equal(bsn_utf8_bytes("\xf4\x90\x80\x80", 4), 0);  /* past U+10FFFF */
    assert_int_equal(bsn_utf8_bytes("\xf5\x80\x80\x80", 4), 0);
    assert_int_equal(bsn_utf8_bytes("\xf0\x8f\xbf\xbf", 4), 0);  /* overlong */
    assert_int_equal(bsn_utf8_bytes("\xc3", 1), 0);
    assert_int_equal(bsn_utf8_bytes("", 0), 0);
}

static void characters_are_counted(void **state)
{
    (void)state;
    assert_int_equal(bsn_utf8_count(""), 0);
    assert_int_equal(bsn_utf8_count("a\xc3\xa9\xe2\x99\x9b\xf0\x9f\x99\x82"), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_one),
        cmocka_unit_test(nothing_else_is),
        cmocka_unit_test(characters_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
