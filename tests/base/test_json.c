/* test_json.c - the writers of JSON: what ours writes, jansson reads, whatever the layout; and its
 * values become what its own writer makes of them. */
#include "group.h"

#include "base/json.h"
#include "base/json_dump.h"
#include "base/rng.h"
#include "base/text.h"

#include <jansson.h>
#include <math.h>

/* One value, drawn; inside of others at most four deep. The same draws in every layout. */
static void write_value(struct bsn_json *j, struct bsn_rng *rng, uint32_t *at, const char *key,
                        int depth)
{
    static const char *const texts[] = { "", "plain", "quote \" and \\", "line\nbreak\ttab",
                                         "\x7f\x01", "gr\xc3\xbc\xc3\x9f", "odd \xff bytes" };
    const uint32_t what = (*at)++;

    if (bsn_rng_below(rng, what, 2) == 0)
        bsn_json_break(j);
    switch (bsn_rng_below(rng, what + 10000, depth < 4 ? 10 : 7)) {
    case 0: bsn_json_text(j, key, texts[bsn_rng_below(rng, what + 20000, COUNT(texts))]); break;
    case 1: bsn_json_count(j, key, UINT64_C(1) << bsn_rng_below(rng, what + 20000, 63)); break;
    case 2: bsn_json_whole(j, key, -(int64_t)bsn_rng_below(rng, what + 20000, 1000)); break;
    case 3: bsn_json_number(j, key, bsn_rng_below(rng, what + 20000, 2) ? NAN : -1.5e-7, 9); break;
    case 4: bsn_json_flag(j, key, bsn_rng_below(rng, what + 20000, 2)); break;
    case 5: bsn_json_none(j, key); break;
    case 6: bsn_json_words(j, key, " two  words "); break;
    default: {
        const bool list = bsn_rng_below(rng, what + 20000, 2);
        const uint32_t items = bsn_rng_below(rng, what + 30000, 4);
        bsn_json_open(j, key, list ? '[' : '{');
        for (uint32_t i = 0; i < items; i++) {
            const char name[] = { (char)('a' + i), 0 };
            write_value(j, rng, at, list ? NULL : name, depth + 1);
        }
        bsn_json_close(j, list ? ']' : '}');
    }
    }
}

static void write_list(struct bsn_json *j, uint32_t round)
{
    struct bsn_rng rng = { .seed = 5, .stream = round };
    uint32_t at = 0;

    bsn_json_open(j, NULL, '[');
    for (int i = 0; i < 5; i++)
        write_value(j, &rng, &at, NULL, 0);
    bsn_json_close(j, ']');
    bsn_json_line(j);
}

/* The text in that layout, as jansson understands it. */
static char *understood(uint32_t round, bool tight, unsigned indent, char **plain)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_json j = { .text = &text, .tight = tight, .indent = indent };
    json_error_t error;
    char *chars = NULL;

    write_list(&j, round);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    json_t *const read = json_loads(chars, JSON_REJECT_DUPLICATES, &error);
    if (!read)
        fail_msg("round %u: %s in %s", round, error.text, chars);
    char *const all = json_dumps(read, JSON_COMPACT);
    json_decref(read);
    if (plain)
        *plain = chars;
    else
        basin_text_free(ctx, chars);
    return all;
}

static void test_layouts(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 300; round++) {
        char *text = NULL, line[1 << 16];
        char *const one = understood(round, false, 0, &text);
        for (unsigned indent = 0; indent < 4; indent++) {
            char *const other = understood(round, indent % 2, indent, NULL);
            assert_string_equal(one, other);
            free(other);
        }
        FILE *const file = tmpfile();
        struct bsn_json j = { .to = file };
        write_list(&j, round);
        rewind(file);
        line[fread(line, 1, sizeof line - 1, file)] = 0;
        fclose(file);
        assert_string_equal(text, line);  /* a stream gets what a text gets */
        basin_text_free(ctx, text);
        free(one);
    }
}

static void test_looks(void **state)
{
    static const char *const looks[] = {
        "{\"a\": [1, 2],\n\"b\": {},\n\"c\": [\n0.5,\n-3]}\n",
        "{\"a\":[1,2],\n\"b\":{},\n\"c\":[\n0.5,\n-3]}\n",
        "{\"a\": [1, 2],\n  \"b\": {},\n  \"c\": [\n    0.5,\n    -3\n  ]\n}\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(looks); i++) {
        struct bsn_text text = BSN_TEXT_INIT(ctx);
        struct bsn_json j = { .text = &text, .tight = i == 1, .indent = i == 2 ? 2 : 0 };
        bsn_json_open(&j, NULL, '{');
        bsn_json_open(&j, "a", '[');
        bsn_json_count(&j, NULL, 1);
        bsn_json_count(&j, NULL, 2);
        bsn_json_close(&j, ']');
        bsn_json_break(&j);
        bsn_json_open(&j, "b", '{');
        bsn_json_close(&j, '}');
        bsn_json_break(&j);
        bsn_json_open(&j, "c", '[');
        bsn_json_break(&j);
        bsn_json_decimal(&j, NULL, 0.50001, 4);
        bsn_json_break(&j);
        bsn_json_raw(&j, NULL, "-3");
        bsn_json_close(&j, ']');
        bsn_json_close(&j, '}');
        bsn_json_line(&j);
        assert_string_equal(text.chars, looks[i]);
        bsn_text_clear(&text);
    }
}

static basin_status dump_it(basin_ctx *own, void *value)
{
    char *text = NULL;

    BSN_TRY(bsn_json_dump(own, value, JSON_INDENT(1) | JSON_PRESERVE_ORDER, &text));
    char *const other = json_dumps(value, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    assert_non_null(other);
    assert_string_equal(text, other);
    free(other);
    bsn_free(own, text);
    return BASIN_STATUS_OK;
}

/* jansson's values as text: all of it, or a status. */
static void test_dumped(void **state)
{
    json_t *const object = json_object();
    char key[32];

    (void)state;
    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "a key \"number\" %d", i);
        assert_int_equal(json_object_set_new(object, key, json_integer(i)), 0);
    }
    assert_true(test_refuse_each(dump_it, object) >= 5);
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_dumped),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
