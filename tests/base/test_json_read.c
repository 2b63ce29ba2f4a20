/* test_json_read.c - the reader of JSON against jansson's own: the same texts are taken, as the same
 * values; and an allocation that fails is an error, which it is not there. */
#include "support.h"

#include "damage.h"

#include "base/json_read.h"

#include <jansson.h>

static const size_t flags[] = { 0, JSON_REJECT_DUPLICATES, JSON_DECODE_INT_AS_REAL,
                                JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL };

/* Valid ones, and what is wrong in each of the ways that the reader knows. */
static const char *const texts[] = {
    "[]",
    "{}",
    " [ ] ",
    "\t{\r\n}\n",
    "[1]",
    "[0]",
    "[-0]",
    "[-1, 2 ,3]",
    "[[], {}, [[]]]",
    "[true,false,null]",
    "{\"a\": 1, \"b\": [2.5, -1e3, 1E+2, 1.25e-2], \"c\": {\"d\": \"e\"}}",
    "{\"\": \"\"}",
    "{\"a\":1,\"a\":2}",
    "{\"b\":1,\"a\":2,\"b\":{\"b\":3}}",
    "[\"\\u0041\\n\\t\\/\"]",
    "[\"\\\"\\\\\\b\\f\\r\"]",
    "[\"\\ud83d\\ude00\", \"\\u20AC\\u00fc\\uFFFF\"]",
    "[\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"]",
    "[\"\x7f\"]",
    "[9223372036854775807, -9223372036854775808]",
    "[9223372036854775808]",
    "[-9223372036854775809]",
    "[18446744073709551615]",
    "[1e308, -1e308, 5e-324, 1e-400]",
    "[1e309]",
    "[-1e309]",
    "[0.1, 0.30000000000000004, 123456789012345678901234567890.5]",
    "[1.0]",
    "[0e0]",
    "[0.0e+00]",
    /* refused */
    "",
    " ",
    "1",
    "\"a\"",
    "null",
    "[",
    "{",
    "]",
    "}",
    "[1",
    "[1,",
    "[1,]",
    "[,]",
    "[1 2]",
    "[1}",
    "{]",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{a:1}",
    "{1:1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":}",
    "[] []",
    "{} x",
    "[],",
    "[01]",
    "[-]",
    "[-a]",
    "[1.]",
    "[.5]",
    "[+1]",
    "[1e]",
    "[1e+]",
    "[1.e1]",
    "[-01]",
    "[00]",
    "[0x1]",
    "[1a]",
    "[1true]",
    "[tru]",
    "[True]",
    "[truefalse]",
    "[nul]",
    "[NaN]",
    "[Infinity]",
    "[\"]",
    "[\"\n\"]",
    "[\"\t\"]",
    "[\"\x01\"]",
    "[\"\\\"]",
    "[\"\\x\"]",
    "[\"\\",
    "[\"\\u",
    "[\"\\u12\"]",
    "[\"\\u123g\"]",
    "[\"\\u0000\"]",
    "{\"\\u0000\":1}",
    "[\"\\ud83d\"]",
    "[\"\\ud83dx\"]",
    "[\"\\ud83d\\n\"]",
    "[\"\\ud83d\\u0041\"]",
    "[\"\\ude00\"]",
    "[\"\\ud83d\\ud83d\"]",
    "[\"\xff\"]",
    "[\"\xc3\"]",
    "[\"\xc0\x80\"]",
    "[\"\xed\xa0\x80\"]",
    "[\"\xf4\x90\x80\x80\"]",
    "[\"\xe2\x82\"]",
    "\xef\xbb\xbf[]",
    "[\xc3\xbc]",
    "[\x01]",
    "'a'",
    "['a']",
    "[1]//",
    "/**/[]",
    "[\"a\" \"b\"]",
    "{\"a\":1}}",
    "[\"a]",
    "[1,\n2,\n,3]",
    "{\"a\": 1,\n \"a\": 2}\n",
    "\n\n[1 1]",
    "[\n\"\n\"]",
    "[[[[[[1,2,3,4,5",
};

/* Both readers on one text, which stands in a block of its own length. */
static void compare(const char *text, size_t length, size_t how)
{
    char *const own = malloc(length + 1);
    struct bsn_json_error wrong = { .text = "" };
    json_error_t error;

    memcpy(own + 1, text, length);
    json_t *const other = json_loadb(own + 1, length, how, &error);
    json_t *const value = bsn_json_read(own + 1, length, how, &wrong);
    if (memchr(text, 0, length))
        assert_null(value);  /* jansson passes over a 0 behind a number */
    else if (!value != !other)
        fail_msg("\"%.*s\", flags %zu: \"%s\", but jansson says \"%s\"", (int)length, text, how,
                 value ? "taken" : wrong.text, other ? "taken" : error.text);
    if (value && other) {
        char *const one = json_dumps(value, JSON_COMPACT), *const two =
                                                               json_dumps(other, JSON_COMPACT);
        assert_string_equal(one, two);
        free(one);
        free(two);
    } else if (!other) {
        assert_int_equal(wrong.status, BASIN_STATUS_PARSE);
        assert_true(wrong.text[0] && !strchr(wrong.text, '\n'));
        /* jansson looks for what is wrong with \u behind the end of the string. */
        if (wrong.line != (size_t)error.line && wrong.line + 1 != (size_t)error.line)
            fail_msg("\"%.*s\": \"%s\" in line %zu, jansson: \"%s\" in %d", (int)length, text,
                     wrong.text, wrong.line, error.text, error.line);
    }
    json_decref(value);
    json_decref(other);
    free(own);
}

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t k = 0; k < COUNT(flags); k++)
            for (size_t length = strlen(texts[i]) + 1; length-- > 0;)
                compare(texts[i], length, flags[k]);
    compare("[\"a\0b\"]", 7, 0);
    compare("[\0]", 3, 0);
    compare("[]\0", 3, 0);
    compare("[1\0]", 4, 0);
}

/* One to three wounds each. */
static void test_hurt_texts(void **state)
{
    static const char likely[] = "{}[]\",:\\u0019-+.eE \ntrfn\xc3\xbc\xe2\xed\xf0";
    const struct bsn_rng rng = { .seed = 8 };
    char text[256];

    (void)state;
    for (uint32_t round = 0; round < 60000; round++) {
        const char *const from = texts[round % COUNT(texts)];
        size_t length = strlen(from);
        memcpy(text, from, length);
        for (uint32_t k = 0; k <= round / 7 % 3 && length > 0; k++)
            length = test_hurt(&rng, 3 * round + k, likely, sizeof likely - 1, text, length);
        compare(text, length, flags[round % COUNT(flags)]);
    }
}

/* Depth: values inside of values, the innermost counted. */
static void test_depth(void **state)
{
    char text[5000];

    (void)state;
    for (size_t depth = 2046; depth < 2051; depth++)
        for (size_t inner = 0; inner < 2; inner++) {
            memset(text, '[', depth);
            text[depth] = '1';
            memset(text + depth + inner, ']', depth);
            compare(text, 2 * depth + inner, 0);
        }
    memset(text, '[', sizeof text);
    compare(text, sizeof text, 0);
}

/* Long strings, keys and numbers, and keys of many objects inside each other. */
static void test_long(void **state)
{
    char text[20000];

    (void)state;
    memset(text, '7', sizeof text);
    text[0] = '[';
    text[sizeof text - 1] = ']';
    compare(text, sizeof text, 0);
    compare(text, sizeof text, JSON_DECODE_INT_AS_REAL);
    text[2] = '.';
    compare(text, sizeof text, 0);
    text[1] = text[sizeof text - 2] = '"';
    compare(text, sizeof text, 0);
    size_t length = 0;
    for (int k = 0; k < 500; k++)
        length += (size_t)sprintf(text + length, "{\"key %d\": {\"%0*d\":", k, k % 20 + 1, k);
    length += (size_t)sprintf(text + length, "{}");
    memset(text + length, '}', 1000);
    compare(text, length + 1000, JSON_REJECT_DUPLICATES);
}

/* --------------------------------------------------------------------- allocations that fail ---- */

static size_t calls, refused, refused_on;
static long live;

static void *take(size_t bytes)
{
    calls++;
    if (calls == refused || (refused_on && calls >= refused_on))
        return NULL;
    void *const block = malloc(bytes);
    live += block != NULL;
    return block;
}

static void give(void *block)
{
    live -= block != NULL;
    free(block);
}

static void refuse_each(const char *text, bool for_good)
{
    json_t *value = NULL;
    struct bsn_json_error wrong;

    for (size_t k = 1; !value; k++) {
        calls = 0;
        live = 0;
        *(for_good ? &refused_on : &refused) = k;
        value = bsn_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &wrong);
        refused = refused_on = 0;
        if (!value) {
            assert_int_equal(wrong.status, BASIN_STATUS_MEMORY);
            assert_string_equal(wrong.text, "out of memory");
            assert_int_equal(live, 0);
        }
        assert_true(k < 1000);
    }
    json_decref(value);
    assert_int_equal(live, 0);
}

static void test_refused(void **state)
{
    static const char *const some[] = {
        "[]",
        "{}",
        "[1, 2.5, true, \"a\"]",
        "{\"a\": {\"b\": [1,2,3,4,5,6,7,8,9,10,11,12]}, \"longer than the first room of all keys that "
        "are open, which is sixty-four bytes large\": {\"c\": \"\\ud83d\\ude00\"}, \"d\": 1, \"e\": 2, "
        "\"f\": 3, \"g\": 4, \"h\": 5, \"i\": 6, \"j\": 7}",
    };

    (void)state;
    json_set_alloc_funcs(take, give);
    for (size_t i = 0; i < COUNT(some); i++) {
        refuse_each(some[i], false);
        refuse_each(some[i], true);
    }
    json_set_alloc_funcs(malloc, free);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),   cmocka_unit_test(test_hurt_texts),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_long),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
