/* test_model_file.c - models come back as they were saved, and nothing broken comes in. */
#define _GNU_SOURCE
#include "energy/model_file.h"

#include "base/builtin.h"
#include "energy/safetensors.h"
#include "support.h"

#include <jansson.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------- examples ---- */

static const struct bsn_net set_net = { .kind = BSN_NET_SET, .inputs = 1, .hidden = 3, .sums = 1,
                                        .pools = 1, .head = 2, .quadratic = 1 };
static const struct bsn_net residual_net = { .kind = BSN_NET_RESIDUAL, .inputs = 3, .conds = 1,
                                             .hidden = 4, .blocks = 1, .outputs = 2, .levels = 5 };

static basin_status add(basin_ctx *ctx, basin_model *model, const char *name,
                        const struct bsn_net *shape)
{
    struct bsn_model_net *net;

    BSN_TRY(bsn_model_add(ctx, model, name, shape, &net));
    bsn_net_init_f32(shape, 7, 1, net->theta);
    bsn_net_expand_f32(shape, net->theta);
    return BASIN_STATUS_OK;
}

/* One network of each kind and two notes, one of them awkward. */
static basin_status make(basin_ctx *ctx, basin_model **out)
{
    basin_model *model = NULL;
    basin_status status;

    BSN_TRY_OUT(bsn_model_new(ctx, "queens", BASIN_ENERGY_COMPACT, 5, &model));
    BSN_TRY_OUT(add(ctx, model, "cell", &set_net));
    BSN_TRY_OUT(add(ctx, model, "line", &residual_net));
    bsn_model_note(model, "data", "lines of one board");
    bsn_model_note(model, "remark", "%s", "\"quoted\"\n\\ \xc3\xa9 {[");
    *out = model;
    return BASIN_STATUS_OK;
out:
    basin_model_free(ctx, model);
    return status;
}

static char *make_bytes(basin_ctx *ctx, size_t *length)
{
    basin_model *model = NULL;
    char *bytes = NULL;

    ASSERT_OK(ctx, make(ctx, &model));
    ASSERT_OK(ctx, bsn_model_to_bytes(ctx, model, &bytes, length));
    basin_model_free(ctx, model);
    return bytes;
}

/* Reads from a block of exactly that size, so that a sanitizer sees any read outside. */
static basin_status read_tight(basin_ctx *ctx, const char *bytes, size_t length, basin_model **out)
{
    char *const tight = malloc(length + 1);

    assert_non_null(tight);
    memcpy(tight + 1, bytes, length);
    const basin_status status = bsn_model_from_bytes(ctx, "m", tight + 1, length, out);
    free(tight);
    return status;
}

/* -------------------------------------------------------------------------- round trips ---- */

static void assert_same(const basin_model *a, const basin_model *b)
{
    assert_string_equal(basin_model_domain(a), basin_model_domain(b));
    assert_int_equal(basin_model_energy(a), basin_model_energy(b));
    assert_int_equal(a->schedule.levels, b->schedule.levels);
    assert_int_equal(a->nets, b->nets);
    for (size_t i = 0; i < a->nets; i++) {
        const struct bsn_model_net *const p = &a->net[i], *const q = &b->net[i];
        assert_string_equal(p->name, q->name);
        assert_memory_equal(&p->net, &q->net, sizeof p->net);
        assert_memory_equal(p->theta, q->theta, bsn_net_full(&p->net) * sizeof *p->theta);
    }
    assert_int_equal(a->notes, b->notes);
    for (size_t i = 0; i < a->notes; i++) {
        assert_string_equal(a->note[i].key, b->note[i].key);
        assert_string_equal(a->note[i].value, b->note[i].value);
    }
}

static void test_bytes_come_back(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL, *again = NULL;
    char *bytes = NULL, *twice = NULL;
    size_t length, length_twice;

    (void)state;
    ASSERT_OK(ctx, make(ctx, &model));
    ASSERT_OK(ctx, bsn_model_to_bytes(ctx, model, &bytes, &length));
    ASSERT_OK(ctx, read_tight(ctx, bytes, length, &again));
    assert_same(model, again);
    ASSERT_OK(ctx, bsn_model_to_bytes(ctx, again, &twice, &length_twice));
    assert_int_equal(length, length_twice);
    assert_memory_equal(bytes, twice, length);
    bsn_free(ctx, bytes);
    bsn_free(ctx, twice);
    basin_model_free(ctx, model);
    basin_model_free(ctx, again);
    test_ctx_done(ctx);
}

static void test_file_comes_back(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL, *again = NULL;
    char path[] = "/tmp/basin-model-XXXXXX";

    (void)state;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    ASSERT_OK(ctx, make(ctx, &model));
    ASSERT_OK(ctx, basin_model_save(ctx, model, path));
    ASSERT_OK(ctx, basin_model_load(ctx, path, &again));
    assert_same(model, again);
    unlink(path);
    basin_model_free(ctx, model);
    basin_model_free(ctx, again);
    test_ctx_done(ctx);
}

static void test_exact_comes_back(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL, *again = NULL;
    char *bytes = NULL;
    size_t length;

    (void)state;
    ASSERT_OK(ctx, bsn_model_new(ctx, "sat", BASIN_ENERGY_EXACT, 1000, &model));
    ASSERT_OK(ctx, bsn_model_to_bytes(ctx, model, &bytes, &length));
    ASSERT_OK(ctx, read_tight(ctx, bytes, length, &again));
    assert_same(model, again);
    bsn_free(ctx, bytes);
    basin_model_free(ctx, model);
    basin_model_free(ctx, again);
    test_ctx_done(ctx);
}

static void test_files_that_are_not_there(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL, *none = NULL;

    (void)state;
    ASSERT_OK(ctx, make(ctx, &model));
    ASSERT_FAILS(ctx, basin_model_save(ctx, model, "/nowhere/at/all"), BASIN_STATUS_IO,
                 "/nowhere/at/all: ");
    ASSERT_FAILS(ctx, basin_model_load(ctx, "/nowhere/at/all", &none), BASIN_STATUS_IO,
                 "/nowhere/at/all: ");
    ASSERT_FAILS(ctx, basin_model_load(ctx, "/tmp", &none), BASIN_STATUS_IO, "/tmp: ");
    ASSERT_FAILS(ctx, basin_model_load(ctx, "/dev/null", &none), BASIN_STATUS_PARSE, "/dev/null: ");
    assert_null(none);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* -------------------------------------------------------------------------- broken bytes ---- */

static void test_truncated_anywhere(void **state)
{
    basin_ctx *ctx = test_ctx();
    size_t length;
    char *bytes = make_bytes(ctx, &length);

    (void)state;
    for (size_t cut = 0; cut < length; cut++) {
        basin_model *none = NULL;
        assert_int_not_equal(read_tight(ctx, bytes, cut, &none), BASIN_STATUS_OK);
        assert_int_equal(strncmp(basin_error_text(ctx), "m: ", 3), 0);
        assert_null(none);
    }
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* A flipped bit may hit a note or the padding: then the model loads, and can be written. */
static void test_header_bits_flipped(void **state)
{
    basin_ctx *ctx = test_ctx();
    size_t length, refused = 0;
    char *bytes = make_bytes(ctx, &length);
    uint64_t header;

    (void)state;
    memcpy(&header, bytes, sizeof header);
    for (size_t bit = 0; bit < 8 * (8 + (size_t)header); bit++) {
        basin_model *model = NULL;
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        if (read_tight(ctx, bytes, length, &model) == BASIN_STATUS_OK) {
            char *text = NULL;
            ASSERT_OK(ctx, basin_model_describe(ctx, model, &text));
            basin_text_free(ctx, text);
        } else {
            assert_null(model);
            refused++;
        }
        basin_model_free(ctx, model);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    assert_true(refused > 4 * header);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* ----------------------------------------------------------------------- wrong metadata ---- */

/* The small model's file with one piece of metadata replaced (NULL: left out) or added. */
static basin_status read_with(basin_ctx *ctx, const char *key, const char *value)
{
    struct bsn_safetensors *file = NULL;
    struct bsn_pair pair[64];
    basin_model *model = NULL;
    size_t length, pairs = 0;
    char *bytes = make_bytes(ctx, &length), *changed = NULL;
    const char *old;
    json_t *text;
    bool found = false;

    ASSERT_OK(ctx, bsn_safetensors_parse(ctx, "m", bytes, length, &file));
    json_object_foreach (file->metadata, old, text) {
        const bool hit = strcmp(old, key) == 0;
        found = found || hit;
        if (!hit || value)
            pair[pairs++] = (struct bsn_pair){ old, hit ? value : json_string_value(text) };
    }
    if (!found)
        pair[pairs++] = (struct bsn_pair){ key, value };
    ASSERT_OK(ctx, bsn_safetensors_format(ctx, file->tensor, file->count, pair, pairs, &changed,
                                          &length));
    const basin_status status = read_tight(ctx, changed, length, &model);
    basin_model_free(ctx, model);
    bsn_safetensors_free(ctx, file);
    bsn_free(ctx, bytes);
    bsn_free(ctx, changed);
    return status;
}

static void refuse(const char *key, const char *value, const char *part)
{
    basin_ctx *ctx = test_ctx();

    ASSERT_FAILS(ctx, read_with(ctx, key, value), BASIN_STATUS_PARSE, part);
    assert_int_equal(strncmp(basin_error_text(ctx), "m: ", 3), 0);
    test_ctx_done(ctx);
}

static void test_heading_refused(void **state)
{
    (void)state;
    refuse("format", NULL, "not a basin model");
    refuse("format", "basin model 2", "this library reads");
    refuse("domain", NULL, "name of a domain");
    refuse("domain", "", "name of a domain");
    refuse("domain", "../etc", "name of a domain");
    refuse("domain", "a name that is far too long to be one", "name of a domain");
    refuse("energy", NULL, "energy");
    refuse("energy", "cheap", "energy \"cheap\"");
    refuse("energy", "exact", "2 networks in a model of exact");
    refuse("levels", NULL, "noise levels");
    refuse("levels", "0", "noise levels");
    refuse("levels", "05", "noise levels");
    refuse("levels", "-5", "noise levels");
    refuse("levels", "5 ", "noise levels");
    refuse("levels", "1001", "noise levels");
    refuse("levels", "4294967301", "noise levels");
    refuse("levels", "6", "has 5 noise levels");
}

static void test_notes_refused(void **state)
{
    char value[300], key[8];
    basin_ctx *ctx = test_ctx();

    (void)state;
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = 0;
    refuse("data", value, "too long");
    refuse("a key with too many letters", "", "too long");
    value[231] = 0;
    ASSERT_OK(ctx, read_with(ctx, "data", value));
    basin_model *model = NULL;
    ASSERT_OK(ctx, make(ctx, &model));
    for (size_t i = model->notes; i < BSN_MODEL_NOTES; i++) {
        snprintf(key, sizeof key, "k%zu", i);
        bsn_model_note(model, key, "%zu", i);
    }
    char *bytes = NULL;
    size_t length;
    ASSERT_OK(ctx, bsn_model_to_bytes(ctx, model, &bytes, &length));
    basin_model *again = NULL;
    ASSERT_OK(ctx, read_tight(ctx, bytes, length, &again));
    assert_same(model, again);
    bsn_free(ctx, bytes);
    basin_model_free(ctx, model);
    basin_model_free(ctx, again);
    test_ctx_done(ctx);
}

#define SET "\"kind\":\"set\",\"inputs\":1,\"conds\":0,\"hidden\":3,\"sums\":1,\"pools\":1," \
            "\"head\":2,\"quadratic\":1,\"positive\":0"
#define CELL "{\"name\":\"cell\"," SET "}"
#define LINE(inputs, hidden, blocks, outputs)                                               \
    "{\"name\":\"line\",\"kind\":\"residual\",\"inputs\":" #inputs ",\"conds\":1,\"hidden\":" \
    #hidden ",\"blocks\":" #blocks ",\"outputs\":" #outputs ",\"levels\":5}"

static void test_networks_accepted(void **state)
{
    basin_ctx *ctx = test_ctx();

    (void)state;
    ASSERT_OK(ctx, read_with(ctx, "networks", "[" CELL "," LINE(3, 4, 1, 2) "]"));
    ASSERT_OK(ctx, read_with(ctx, "networks", "[" LINE(3, 4, 1, 2) "," CELL "]"));
    test_ctx_done(ctx);
}

static void test_networks_refused(void **state)
{
    (void)state;
    refuse("networks", NULL, "not a list");
    refuse("networks", "{", "not a list");
    refuse("networks", "{}", "not a list");
    refuse("networks", "[]", "0 networks");
    refuse("networks", "[1]", "name of a network");
    refuse("networks", "[{}]", "name of a network");
    refuse("networks", "[{\"name\":\"a.b\"," SET "}]", "name of a network");
    refuse("networks", "[{\"name\":\"cell\"}]", "no known kind");
    refuse("networks", "[{\"name\":\"cell\",\"kind\":\"sets\"}]", "no known kind: \"sets\"");
    refuse("networks", "[{\"name\":\"cell\",\"kind\":\"set\"}]", "inputs is not given");
    refuse("networks", "[{\"name\":\"cell\"," SET ",\"more\":1}]", "says more");
    refuse("networks", "[" CELL "," CELL "]", "two networks");
    refuse("networks", "[" CELL "]", "17 tensors; its networks have 5");
    refuse("networks", "[{\"name\":\"other\"," SET "}]", "other.embed.in is missing");
    refuse("networks", "[" LINE(4, 4, 1, 2) "]", "line.in.weight does not have the shape 4 x 5");
    refuse("networks", "[" LINE(3, 5, 1, 2) "]", "does not have the shape");
    refuse("networks", "[" LINE(3, 4, 2, 2) "]", "block1.1.weight is missing");
    refuse("networks", "[" CELL "," CELL "," CELL "," CELL "," CELL "," CELL "," CELL "," CELL ","
           CELL "," CELL "," CELL "," CELL "," CELL "," CELL "," CELL "," CELL "," CELL "]",
           "17 networks");
}

/* Every number of a shape just outside its bounds, and absurdly so. */
static void test_shapes_refused(void **state)
{
    static const struct {
        const char *kind, *numbers, *part;
    } bad[] = {
        { "set", "0,0,3,1,1,2,1,0", "inputs is 0" },
        { "set", "5,0,3,1,1,2,1,0", "inputs is 5" },
        { "set", "1,65,3,1,1,2,1,0", "conds is 65" },
        { "set", "1,0,65,1,1,2,1,0", "hidden is 65" },
        { "set", "1,0,0,1,1,2,1,0", "hidden is 0" },
        { "set", "1,0,3,9,1,2,1,0", "sums is 9" },
        { "set", "1,0,3,8,1,2,1,0", "9 sums and pools" },
        { "set", "1,0,3,0,0,2,1,0", "0 sums and pools" },
        { "set", "1,0,3,1,1,0,1,0", "head is 0" },
        { "set", "1,0,3,1,1,2,2,0", "quadratic is 2" },
        { "set", "1,0,3,1,1,2,1,4294967296", "positive is 4294967296" },
        { "set", "1.0,0,3,1,1,2,1,0", "inputs is not given" },
        { "residual", "0,1,4,1,2,5", "inputs is 0" },
        { "residual", "3,-1,4,1,2,5", "conds is -1" },
        { "residual", "3,1,3,1,2,5", "hidden is 3" },
        { "residual", "3,1,4097,1,2,5", "hidden is 4097" },
        { "residual", "3,1,4,17,2,5", "blocks is 17" },
        { "residual", "3,1,4,0,2,5", "blocks is 0" },
        { "residual", "3,1,4,1,4097,5", "outputs is 4097" },
        { "residual", "3,1,4,1,2,1001", "levels is 1001" },
        { "residual", "3,1,4,1,2,9223372036854775807", "levels is 9223372036854775807" },
        { "residual", "3,1,4096,16,2,5", "does not have the shape" },
    };
    static const char *const keys[2][8] = {
        { "inputs", "conds", "hidden", "sums", "pools", "head", "quadratic", "positive" },
        { "inputs", "conds", "hidden", "blocks", "outputs", "levels", NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *const *key = keys[strcmp(bad[i].kind, "set") != 0];
        char text[512], numbers[128], *rest = numbers, *number;
        int used = snprintf(text, sizeof text, "[{\"name\":\"line\",\"kind\":\"%s\"", bad[i].kind);
        snprintf(numbers, sizeof numbers, "%s", bad[i].numbers);
        for (; (number = strsep(&rest, ",")) != NULL; key++)
            used += snprintf(text + used, sizeof text - (size_t)used, ",\"%s\":%s", *key, number);
        snprintf(text + used, sizeof text - (size_t)used, "}]");
        refuse("networks", text, bad[i].part);
    }
}

/* ------------------------------------------------------------------------------- failing ---- */

static basin_status there_and_back(basin_ctx *ctx, void *arg)
{
    basin_model *model = NULL, *again = NULL;
    char *bytes = NULL, *text = NULL;
    size_t length;
    basin_status status;

    (void)arg;
    BSN_TRY_OUT(make(ctx, &model));
    BSN_TRY_OUT(bsn_model_to_bytes(ctx, model, &bytes, &length));
    BSN_TRY_OUT(bsn_model_from_bytes(ctx, "m", bytes, length, &again));
    BSN_TRY_OUT(basin_model_describe(ctx, again, &text));
out:
    basin_text_free(ctx, text);
    bsn_free(ctx, bytes);
    basin_model_free(ctx, model);
    basin_model_free(ctx, again);
    return status;
}

static void test_no_memory(void **state)
{
    (void)state;
    assert_true(test_refuse_each(there_and_back, NULL) > 10);
}

/* --------------------------------------------------------------- description, built-ins ---- */

static void test_described(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL;
    char *text = NULL;

    (void)state;
    ASSERT_OK(ctx, make(ctx, &model));
    ASSERT_OK(ctx, basin_model_describe(ctx, model, &text));
    json_t *const top = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(top);
    assert_string_equal(json_string_value(json_object_get(top, "domain")), "queens");
    assert_string_equal(json_string_value(json_object_get(top, "model_energy")), "compact");
    assert_int_equal(json_array_size(json_object_get(top, "networks")), 2);
    assert_int_equal(json_integer_value(json_object_get(top, "parameters")),
                     bsn_net_params(&set_net) + bsn_net_params(&residual_net));
    size_t length;
    char *bytes = make_bytes(ctx, &length);
    assert_int_equal(json_integer_value(json_object_get(top, "bytes")), length);
    const json_t *const notes = json_object_get(top, "notes");
    assert_string_equal(json_string_value(json_object_get(notes, "data")), "lines of one board");
    json_decref(top);
    bsn_free(ctx, bytes);
    basin_text_free(ctx, text);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* Splits "DOMAIN-ENERGY"; what is built in must be found by these two. */
static enum basin_energy split(const char *name, char domain[32])
{
    const char *const dash = strchr(name, '-');

    assert_non_null(dash);
    snprintf(domain, 32, "%.*s", (int)(dash - name), name);
    return strncmp(dash, "-paper", 6) == 0 ? BASIN_ENERGY_PAPER : BASIN_ENERGY_COMPACT;
}

static void test_builtins_load(void **state)
{
    size_t names = 0;

    (void)state;
    for (const struct bsn_builtin *b = bsn_builtin_list; b->name; b++) {
        basin_ctx *ctx = test_ctx();
        basin_model *model = NULL;
        char domain[32], *bytes = NULL;
        size_t length;
        const enum basin_energy energy = split(b->name, domain);
        assert_string_equal(basin_model_name(names++), b->name);
        ASSERT_OK(ctx, basin_model_named(ctx, b->name, &model));
        assert_string_equal(basin_model_domain(model), domain);
        assert_int_equal(basin_model_energy(model), energy);
        ASSERT_OK(ctx, bsn_model_to_bytes(ctx, model, &bytes, &length));
        assert_int_equal(length, b->length);
        assert_memory_equal(bytes, b->bytes, length);
        bsn_free(ctx, bytes);
        basin_model_free(ctx, model);
        model = NULL;
        ASSERT_OK(ctx, basin_model_default(ctx, domain, energy, &model));
        basin_model_free(ctx, model);
        test_ctx_done(ctx);
    }
    assert_null(basin_model_name(names));
}

static void test_defaults_refused(void **state)
{
    basin_ctx *ctx = test_ctx();
    basin_model *model = NULL;
    const char *domain;

    (void)state;
    ASSERT_FAILS(ctx, basin_model_named(ctx, "chess-paper", &model), BASIN_STATUS_MODEL, "chess");
    ASSERT_FAILS(ctx, basin_model_default(ctx, "chess", BASIN_ENERGY_EXACT, &model),
                 BASIN_STATUS_INPUT, "no domain is called \"chess\"");
    ASSERT_FAILS(ctx, basin_model_default(ctx, "queens", (enum basin_energy)9, &model),
                 BASIN_STATUS_INPUT, "no energy");
    for (size_t i = 0; (domain = basin_domain_name(i)) != NULL; i++) {
        ASSERT_OK(ctx, basin_model_default(ctx, domain, BASIN_ENERGY_EXACT, &model));
        basin_model_free(ctx, model);
        model = NULL;
        if (basin_model_default(ctx, domain, BASIN_ENERGY_PAPER, &model) != BASIN_STATUS_OK)
            assert_non_null(strstr(basin_error_text(ctx), "no built-in paper model for "));
        basin_model_free(ctx, model);
    }
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_come_back),
        cmocka_unit_test(test_file_comes_back),
        cmocka_unit_test(test_exact_comes_back),
        cmocka_unit_test(test_files_that_are_not_there),
        cmocka_unit_test(test_truncated_anywhere),
        cmocka_unit_test(test_header_bits_flipped),
        cmocka_unit_test(test_heading_refused),
        cmocka_unit_test(test_notes_refused),
        cmocka_unit_test(test_networks_accepted),
        cmocka_unit_test(test_networks_refused),
        cmocka_unit_test(test_shapes_refused),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_described),
        cmocka_unit_test(test_builtins_load),
        cmocka_unit_test(test_defaults_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
