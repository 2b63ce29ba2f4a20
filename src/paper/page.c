/* page.c - one HTML page that holds all it shows.
 *
 * The page is src/paper/page/page.html, in which @NAME@ stands for another file of that folder and
 * @document@ for the data. HTML ends a script at the first "</script" and is led astray by "<!--",
 * whatever stands around them; JSON can write a "<" as \u003c, and then neither can occur.
 */
#include "paper/page.h"

#include "base/text.h"

#include <string.h>

#define CHUNK ((size_t)1 << 20)

/* Adds bytes of any number; printf counts them in an int. */
static void add_bytes(struct bsn_text *html, const char *bytes, size_t length)
{
    while (length > 0) {
        const size_t now = length < CHUNK ? length : CHUNK;
        bsn_text_add(html, "%.*s", (int)now, bytes);
        bytes += now;
        length -= now;
    }
}

/* "<" stands only inside the texts of a JSON document, so it needs no reading to be replaced. */
static void add_document(struct bsn_text *html, const char *json)
{
    for (;;) {
        const size_t plain = strcspn(json, "<");
        add_bytes(html, json, plain);
        if (!json[plain])
            return;
        bsn_text_add(html, "\\u003c");
        json += plain + 1;
    }
}

static const struct bsn_builtin *file_named(const char *name, size_t length)
{
    for (const struct bsn_builtin *file = bsn_page_list; file->name; file++)
        if (strlen(file->name) == length && memcmp(file->name, name, length) == 0)
            return file;
    return NULL;
}

/* What stands for @NAME@: a file, or else the document. */
static void add_part(struct bsn_text *html, const char *name, size_t length, const char *json)
{
    const struct bsn_builtin *const file = file_named(name, length);

    if (file)
        add_bytes(html, (const char *)file->bytes, file->length);
    else
        add_document(html, json);
}

basin_status paper_page(basin_ctx *ctx, const char *json, char **html)
{
    const struct bsn_builtin *const page = file_named("page.html", strlen("page.html"));
    struct bsn_text text = BSN_TEXT_INIT(ctx);

    BSN_TRY(paper_page_check(ctx, json));
    const char *at = (const char *)page->bytes;
    const char *const end = at + page->length;
    for (const char *open; (open = memchr(at, '@', (size_t)(end - at))) != NULL;) {
        const char *const name = open + 1;
        const char *const close = memchr(name, '@', (size_t)(end - name));
        add_bytes(&text, at, (size_t)(open - at));
        add_part(&text, name, (size_t)(close - name), json);
        at = close + 1;
    }
    add_bytes(&text, at, (size_t)(end - at));
    return bsn_text_take(&text, html);
}
