/* test_cfn.c - CFN and UAI files: what they say is read, and each thing that is wrong is refused in
 * one line that names the file and what is wrong. */
#include "support.h"

#include "format/cfn.h"

#include <math.h>

static void refuse_cfn(basin_ctx *ctx, const char *text, const char *part)
{
    struct bsn_cfn cfn = { 0 };

    ASSERT_FAILS(ctx, bsn_cfn_parse(ctx, "f.cfn", text, strlen(text), &cfn), BASIN_STATUS_PARSE,
                 part);
    assert_memory_equal(basin_error_text(ctx), "f.cfn: ", 7);
    assert_int_equal(basin_ctx_blocks(ctx), 1);
}

/* A file with these parts; "" leaves one out. */
static void refuse_parts(basin_ctx *ctx, const char *problem, const char *variables,
                         const char *functions, const char *part)
{
    const char *const names[] = { "problem", "variables", "functions" };
    const char *const parts[] = { problem, variables, functions };
    char text[1024] = "{";

    for (size_t i = 0; i < COUNT(parts); i++)
        if (*parts[i])
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\"%s\": %s",
                     text[1] ? ", " : "", names[i], parts[i]);
    strcat(text, "}");
    refuse_cfn(ctx, text, part);
}

static void heads_that_are_wrong(void **state)
{
    static const char *const wrong[][2] = {
        { "", "\"problem\" is missing" },
        { "[]", "\"problem\" is not an object" },
        { "{\"name\": 3}", "\"name\" is not a text" },
        { "{\"mustbe\": \"<-inf\"}", "\"mustbe\" leaves no sum" },
        { "{\"mustbe\": \">inf\"}", "\"mustbe\" leaves no sum" },
        { "{\"mustbe\": \"\"}", "\"mustbe\" is neither" },
        { "{\"mustbe\": \"<nan\"}", "\"mustbe\" is neither" },
        { "{\"mustbe\": \"<5x\"}", "\"mustbe\" is neither" },
        { "{\"mustbe\": 5}", "\"mustbe\" is neither" },
    };
    basin_ctx *const ctx = test_ctx();

    (void)state;
    refuse_cfn(ctx, "[]", "is not a JSON object");
    for (size_t i = 0; i < COUNT(wrong); i++)
        refuse_parts(ctx, wrong[i][0], "{\"a\": 2}", "{}", wrong[i][1]);
    test_ctx_done(ctx);
}

static void variables_that_are_wrong(void **state)
{
    static const char *const wrong[][2] = {
        { "", "\"variables\" is missing" },
        { "[2]", "\"variables\" is not an object" },
        { "{}", "it has no variables" },
        { "{\"a b\": 2}", "its name is empty or has a blank" },
        { "{\"\": 2}", "its name is empty or has a blank" },
        { "{\"a\": \"2\"}", "neither a number of values nor a list" },
        { "{\"a\": 2.5}", "neither a number of values nor a list" },
        { "{\"a\": 0}", "it must be 1 to 65535" },
        { "{\"a\": []}", "it must be 1 to 65535" },
        { "{\"a\": [\"x\", 3]}", "value 1 is no word" },
        { "{\"a\": [\"x\", \"y z\"]}", "value 1 is no word" },
        { "{\"a\": [\"x\", \"y\", \"x\"]}", "has value \"x\" twice" },
    };
    basin_ctx *const ctx = test_ctx();

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        refuse_parts(ctx, "{}", wrong[i][0], "{}", wrong[i][1]);
    test_ctx_done(ctx);
}

static void functions_that_are_wrong(void **state)
{
    static const char *const wrong[][2] = {
        { "", "\"functions\" is missing" },
        { "3", "neither an object nor a list" },
        { "[3]", "function \"0\": is not an object" },
        { "{\"f\": {}}", "\"scope\" is missing" },
        { "{\"f\": {\"scope\": 0}}", "\"scope\" is not a list" },
        { "{\"f\": {\"scope\": [2]}}", "no variable's name or number" },
        { "{\"f\": {\"scope\": [-1]}}", "no variable's name or number" },
        { "{\"f\": {\"scope\": [0.5]}}", "no variable's name or number" },
        { "{\"f\": {\"scope\": [\"a\", 0]}}", "variable \"a\" is twice in its scope" },
        { "{\"f\": {\"scope\": [0]}}", "\"costs\" is missing" },
        { "{\"f\": {\"scope\": [0], \"costs\": 3}}", "neither a list nor a function's name" },
        { "{\"f\": {\"scope\": [0], \"costs\": [0, 1e16]}}", "a cost of 1e+16" },
        { "{\"f\": {\"scope\": [0], \"costs\": [0, \"-inf\"]}}", "a cost of -inf" },
        { "{\"f\": {\"scope\": [0], \"costs\": [0, \"1\"]}}", "neither a number nor" },
        { "{\"f\": {\"scope\": [], \"costs\": [\"inf\"]}}", "it forbids everything" },
        { "{\"f\": {\"scope\": [0], \"defaultcost\": 0, \"costs\": [0, 1, 2]}}",
          "3 items are no list of tuples of 1 values and a cost" },
        { "{\"f\": {\"scope\": [0], \"defaultcost\": 0, \"costs\": [2, 1]}}", "no value of \"a\"" },
        { "{\"f\": {\"scope\": [\"b\"], \"defaultcost\": 0, \"costs\": [\"z\", 1]}}",
          "no value of \"b\"" },
        { "{\"f\": {\"scope\": [0], \"costs\": \"g\"}}", "no function \"g\" with costs before it" },
        { "{\"f\": {\"scope\": [0, 1], \"costs\": [0, 1, 2, 3, 4, 5]}, "
          "\"g\": {\"scope\": [0], \"costs\": \"f\"}}",
          "function \"g\": the costs of \"f\" are 6; its scope has 2 tuples" },
        { "{\"f\": {\"scope\": [0], \"type\": 3}}", "type \"?\" is not supported" },
        { "{\"f\": {\"scope\": [0], \"type\": \"learned\"}}", "needs \"params\" with a \"model\"" },
        { "{\"f\": {\"scope\": [0], \"type\": \"learned\", \"params\": {\"model\": \"m\", "
          "\"weight\": 0}}}",
          "its \"weight\" is not a number above 0" },
        { "{\"f\": {\"scope\": [], \"type\": \"learned\", \"params\": {\"model\": \"m\"}}}",
          "a learned function of no variables" },
    };
    basin_ctx *const ctx = test_ctx();

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++)
        refuse_parts(ctx, "{}", "{\"a\": 2, \"b\": [\"x\", \"y\", \"z0\"]}", wrong[i][0],
                     wrong[i][1]);
    test_ctx_done(ctx);
}

static void a_scope_has_an_end(void **state)
{
    basin_ctx *const ctx = test_ctx();
    char *const text = malloc(96 + 2 * (BSN_CFN_SCOPE + 1));

    (void)state;
    assert_non_null(text);
    strcpy(text, "{\"problem\": {}, \"variables\": {\"a\": 2}, \"functions\": [{\"scope\": [0");
    for (size_t i = 0, at = strlen(text); i < BSN_CFN_SCOPE; i++, at += 2)
        strcpy(text + at, ",0");
    strcat(text, "]}]}");
    refuse_cfn(ctx, text, "more than 4096 variables in its scope");
    free(text);
    test_ctx_done(ctx);
}

/* The costs of an earlier function, found behind others. */
static void costs_are_shared(void **state)
{
    const char text[] = "{\"problem\": {}, \"variables\": {\"a\": 2, \"b\": 2}, \"functions\": "
                        "{\"f\": {\"scope\": [0], \"costs\": [1, 2]}, "
                        "\"g\": {\"scope\": [1], \"costs\": [3, \"inf\"]}, "
                        "\"h\": {\"scope\": [1], \"costs\": \"g\"}}}";
    basin_ctx *const ctx = test_ctx();
    struct bsn_cfn cfn = { 0 };

    (void)state;
    ASSERT_OK(ctx, bsn_cfn_parse(ctx, "f.cfn", text, strlen(text), &cfn));
    assert_int_equal(cfn.functions, 3);
    assert_true(cfn.function[2].cost[0] == 3 && cfn.function[2].cost[1] == INFINITY);
    bsn_cfn_clear(ctx, &cfn);
    test_ctx_done(ctx);
}

/* Names with quotes and what no line may hold come back from what is written. */
static void names_come_back(void **state)
{
    const char text[] = "{\"problem\": {\"name\": \"a\\\"b\\\\c\\u0001\"}, \"variables\": "
                        "{\"v\\\"\": [\"x\\\\\", \"y\"]}, \"functions\": "
                        "{\"f\": {\"scope\": [0], \"costs\": [1, 2]}}}";
    basin_ctx *const ctx = test_ctx();
    struct bsn_cfn cfn = { 0 }, again = { 0 };
    struct bsn_text out = BSN_TEXT_INIT(ctx);
    char *written = NULL;

    (void)state;
    ASSERT_OK(ctx, bsn_cfn_parse(ctx, "f.cfn", text, strlen(text), &cfn));
    bsn_cfn_write(&cfn, 3, &out);
    ASSERT_OK(ctx, bsn_text_take(&out, &written));
    ASSERT_OK(ctx, bsn_cfn_parse(ctx, "g.cfn", written, strlen(written), &again));
    assert_string_equal(again.name, "a\"b\\c\001");
    assert_string_equal(again.variable[0].name, "v\"");
    assert_string_equal(again.variable[0].value[0], "x\\");
    basin_text_free(ctx, written);
    bsn_cfn_clear(ctx, &cfn);
    bsn_cfn_clear(ctx, &again);
    test_ctx_done(ctx);
}

static void uai_that_is_wrong(void **state)
{
    static const char *const wrong[][2] = {
        { "MARKOV\n", "the file ends where" },
        { "MARKOV\n0\n", "it has no variables" },
        { "MARKOV\n1\n0\n", "a variable of no values" },
        { "MARKOV\n1\n2\n1\n1 0\n2\n1", "the file ends within a table" },
        { "MARKOV\n1\n2\n1\n0\n1\n0\n", "a function of no variables is 0" },
    };
    basin_ctx *const ctx = test_ctx();

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct bsn_cfn cfn = { 0 };
        ASSERT_FAILS(ctx, bsn_uai_parse(ctx, "f.uai", wrong[i][0], strlen(wrong[i][0]), &cfn),
                     BASIN_STATUS_PARSE, wrong[i][1]);
        assert_memory_equal(basin_error_text(ctx), "f.uai:", 6);
        assert_int_equal(basin_ctx_blocks(ctx), 1);
    }
    test_ctx_done(ctx);
}

static void evidence_is_once(void **state)
{
    const char text[] = "MARKOV\n2\n2 2\n1\n1 0\n2\n1 1\n";
    basin_ctx *const ctx = test_ctx();
    struct bsn_cfn cfn = { 0 };

    (void)state;
    ASSERT_OK(ctx, bsn_uai_parse(ctx, "f.uai", text, strlen(text), &cfn));
    ASSERT_FAILS(ctx, bsn_uai_evidence(ctx, "f.evid", "2 0 1 0 0", 9, &cfn), BASIN_STATUS_PARSE,
                 "a variable is observed twice");
    bsn_cfn_clear(ctx, &cfn);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_that_are_wrong),     cmocka_unit_test(variables_that_are_wrong),
        cmocka_unit_test(functions_that_are_wrong), cmocka_unit_test(a_scope_has_an_end),
        cmocka_unit_test(costs_are_shared),         cmocka_unit_test(names_come_back),
        cmocka_unit_test(uai_that_is_wrong),        cmocka_unit_test(evidence_is_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
