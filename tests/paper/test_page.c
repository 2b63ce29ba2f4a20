/* test_page.c - the report's page holds its document, whatever is in it; half ones fail.
 *
 *     test_page FILE  prints the page of a document instead, for tests in a browser.
 */
#include "paper/page.h"

#include "base/file.h"
#include "base/mem.h"
#include "support.h"

#include <jansson.h>

#define EMPTY                                                                                   \
    "{\"made\": {}, \"claim\": \"\", \"behind\": [], \"tables\": [], \"figures\": [], \"runs\": []}"
#define OPENING "<script type=\"application/json\" id=\"document\">"

/* A document with one of each: a table, both kinds of figures, a run of two particles. */
static const char whole[] =
    "{\"made\": {\"date\": \"today\"}, \"claim\": \"none\", \"behind\": [\"Table 1: no\"],"
    " \"tables\": [{\"number\": 1,"
    " \"title\": \"t\", \"columns\": [\"a\", \"b\"], \"better\": [\"high\", \"\"], \"rows\": [{"
    " \"who\": \"paper\", \"label\": \"l\", \"cells\": [1, null], \"spread\": [0.5, null]}]}],"
    " \"figures\": [{\"id\": \"b\", \"title\": \"t\", \"panels\": [{\"label\": \"l\","
    " \"svg\": \"<svg/>\"}]}, {\"id\": \"g\", \"title\": \"t\", \"plot\": {\"x\": \"x\","
    " \"y\": \"y\", \"series\": [{\"label\": \"l\", \"points\": [[1, 2], [3, null]]}]}}],"
    " \"runs\": [{"
    " \"name\": \"n\", \"tones\": {}, \"picture\": {\"width\": 2, \"height\": 1, \"shapes\": ["
    " {\"kind\": \"rect\", \"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1},"
    " {\"kind\": \"text\", \"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}]}, \"frames\": [{\"step\": 1,"
    " \"energy\": [1, null], \"violated\": [0, 1], \"parent\": [1, 1], \"paint\": ["
    " {\"tone\": \"0\xc3\xa9\", \"text\": [\"A\"]}, {\"tone\": \"<=\", \"text\": [\"B\"]}]}]}]}";

static void make(basin_ctx *ctx, const char *json, char **html)
{
    ASSERT_OK(ctx, paper_page(ctx, json, html));
}

/* The document as a browser finds it: what stands between its tag and the first end of a script. */
static json_t *document_in(const char *html)
{
    json_error_t error;
    const char *const open = strstr(html, OPENING);

    assert_non_null(open);
    const char *const from = open + strlen(OPENING);
    const char *const to = strstr(from, "</script");
    assert_non_null(to);
    json_t *const root = json_loadb(from, (size_t)(to - from), 0, &error);
    assert_non_null(root);
    return root;
}

static void keeps(const char *json)
{
    basin_ctx *ctx = test_ctx();
    char *html = NULL;

    make(ctx, json, &html);
    json_t *const found = document_in(html), *const given = json_loads(json, 0, NULL);
    assert_true(json_equal(found, given));
    json_decref(found);
    json_decref(given);
    basin_text_free(ctx, html);
    test_ctx_done(ctx);
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

/* ---------------------------------------------------------------------------------- tests ---- */

static void test_document_is_kept(void **state)
{
    (void)state;
    keeps(EMPTY);
    keeps(whole);
}

static void test_no_escape(void **state)
{
    static const char hostile[] =
        "{\"made\": {\"</script><script>x()</script>\": \"<!-- <script>\","
        " \"q\": \"\\\"'\\\\ @page.js@\"},"
        " \"claim\": \"\","
        " \"behind\": [\"</SCRIPT >\", \"\\u003c/script>\", \"\xe2\x80\xa8 \xf0\x9f\x99\x82\"],"
        " \"tables\": [], \"figures\": [], \"runs\": []}";
    basin_ctx *ctx = test_ctx();
    char *plain = NULL, *html = NULL;

    (void)state;
    make(ctx, EMPTY, &plain);
    make(ctx, hostile, &html);
    keeps(hostile);
    assert_int_equal(occurrences(html, "<script"), occurrences(plain, "<script"));
    assert_int_equal(occurrences(html, "</script"), occurrences(plain, "</script"));
    assert_int_equal(occurrences(html, "<!--"), 0);
    assert_null(strstr(html, "</SCRIPT"));
    basin_text_free(ctx, plain);
    basin_text_free(ctx, html);
    test_ctx_done(ctx);
}

/* Every file of the folder is in the page, once, and the page asks for nothing from elsewhere. */
static void test_page_is_whole(void **state)
{
    basin_ctx *ctx = test_ctx();
    size_t length = strlen(EMPTY);
    char *html = NULL;

    (void)state;
    make(ctx, EMPTY, &html);
    for (const struct bsn_builtin *file = bsn_page_list; file->name; file++) {
        char *bytes = calloc(file->length + 1, 1);
        assert_non_null(bytes);
        memcpy(bytes, file->bytes, file->length);
        if (strcmp(file->name, "page.html") != 0)
            assert_int_equal(occurrences(html, bytes), 1);
        length += file->length;
        free(bytes);
    }
    assert_true(strlen(html) < length);
    assert_null(strstr(html, "http:"));
    assert_null(strstr(html, "https:"));
    assert_null(strstr(html, "url(//"));
    basin_text_free(ctx, html);
    test_ctx_done(ctx);
}

/* A document with `old` replaced by `new` is refused with these words. */
static void refuses(const char *old, const char *new, const char *words)
{
    basin_ctx *ctx = test_ctx();
    const char *const at = strstr(whole, old);
    char *html = NULL, text[sizeof whole + 200];

    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, new, at + strlen(old));
    ASSERT_FAILS(ctx, paper_page(ctx, text, &html), BASIN_STATUS_PARSE, words);
    assert_null(html);
    test_ctx_done(ctx);
}

static void test_bad_documents(void **state)
{
    (void)state;
    refuses("{\"made\"", "", "report: JSON, line 1: ");
    refuses(whole, "", "report: JSON");
    refuses(whole, "[]", "report: the document is not an object");
    refuses("[1, null]", "[1, NaN]", "report: JSON");
    refuses("\"made\"", "\"make\"", "report: \"made\" is missing");
    refuses("{\"date\": \"today\"}", "3", "report: \"made\" is not an object");
    refuses("\"Table 1: no\"", "1", "report: item 1 of \"behind\" is not a text");
    refuses("\"none\"", "null", "report: \"claim\" is not a text");
    refuses("\"tables\"", "\"table\"", "report: \"tables\" is missing");
    refuses("\"runs\": [{", "\"runs\": [1, {", "report: run 1: is not an object");
}

static void test_bad_tables(void **state)
{
    (void)state;
    refuses("\"number\": 1", "\"number\": \"1\"", "report: table 1: \"number\" is not a number");
    refuses("\"title\"", "\"name\"", "report: table 1: \"title\" is missing");
    refuses("[\"high\", \"\"]", "[\"high\"]", "table 1: \"better\" has 1 items, not 2");
    refuses("\"high\"", "\"hi\"", "table 1: \"better\" is \"hi\", not one of: high low");
    refuses("\"paper\"", "\"pape\"", "table 1, row 1: \"who\" is \"pape\", not one of: basin");
    refuses("[1, null]", "[1]", "table 1, row 1: \"cells\" has 1 items, not 2");
    refuses("[1, null]", "[1, \"2\"]", "item 2 of \"cells\" is not a number or null");
    refuses("[0.5, null]", "[0.5]", "table 1, row 1: \"spread\" has 1 items, not 2");
    refuses("\"spread\": [0.5, null]", "\"low\": [0.5]", "row 1: \"low\" has 1 items, not 2");
    refuses("\"spread\": [0.5, null]", "\"high\": [0.5, \"a\"]", "item 2 of \"high\"");
    refuses("\"spread\": [0.5, null]", "\"runs\": [25]", "row 1: \"runs\" has 1 items, not 2");
    refuses(", \"spread\": [0.5, null]", ", \"label\": 7", "\"label\" is not a text");
}

static void test_bad_figures(void **state)
{
    (void)state;
    refuses("\"<svg/>\"", "null", "report: figure 1, panel 1: \"svg\" is not a text");
    refuses("\"panels\"", "\"pane\"", "figure 1: neither \"panels\" nor \"plot\" is there");
    refuses("[3, null]", "[3]", "report: figure 2, series 1: point 2 is not [x, y]");
    refuses("\"y\": \"y\"", "\"z\": \"y\"", "report: figure 2: \"y\" is missing");
}

static void test_bad_runs(void **state)
{
    (void)state;
    refuses("\"tones\"", "\"tunes\"", "report: run 1: \"tones\" is missing");
    refuses("\"rect\"", "\"star\"", "run 1, shape 1: \"kind\" is \"star\", not one of: rect disc");
    refuses("\"h\": 1}]}", "\"g\": 1}]}", "run 1, shape 2: \"h\" is missing");
    refuses("\"0\xc3\xa9\"", "\"0\"",
            "run 1, frame 1, particle 1: \"tone\" has 1 characters for 2 shapes");
    refuses("[\"B\"]", "[]", "run 1, frame 1, particle 2: \"text\" has 0 items, not 1");
    refuses("\"energy\": [1, null]", "\"energy\": [1]", "\"energy\" has 1 items, not 2");
    refuses("\"violated\": [0, 1]", "\"violated\": 0", "\"violated\" is not a list");
    refuses("\"parent\": [1, 1]", "\"parent\": [1, []]", "item 2 of \"parent\" is not a number");
    refuses("\"step\"", "\"stop\"", "run 1, frame 1: \"step\" is missing");
}

static basin_status make_page(basin_ctx *ctx, void *json)
{
    char *html = NULL;
    const basin_status status = paper_page(ctx, json, &html);

    basin_text_free(ctx, html);
    return status;
}

static void test_refused_memory(void **state)
{
    (void)state;
    assert_true(test_refuse_each(make_page, (void *)(uintptr_t)whole) > 2);
}

static int print_page(const char *path)
{
    basin_ctx *ctx = NULL;
    char *json = NULL, *html = NULL;
    size_t length;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        return 1;
    const bool fine = bsn_file_read(ctx, path, &json, &length) == BASIN_STATUS_OK &&
                      paper_page(ctx, json, &html) == BASIN_STATUS_OK;
    if (fine)
        fputs(html, stdout);
    else
        fprintf(stderr, "%s\n", basin_error_text(ctx));
    bsn_free(ctx, json);
    basin_text_free(ctx, html);
    basin_ctx_free(ctx);
    return !fine;
}

int main(int count, char **words)
{
    if (count == 2)
        return print_page(words[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_document_is_kept), cmocka_unit_test(test_no_escape),
        cmocka_unit_test(test_page_is_whole),    cmocka_unit_test(test_bad_documents),
        cmocka_unit_test(test_bad_tables),       cmocka_unit_test(test_bad_figures),
        cmocka_unit_test(test_bad_runs),         cmocka_unit_test(test_refused_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
