/* cairo.c - loads libcairo, whose calls cairo.h lists. */
#include "view/cairo.h"

#include <dlfcn.h>
#include <string.h>

#define LIBRARY "libcairo.so.2"

/* Reads what is known of fonts. Cairo would have it read when it needs it, by a call that is repeated
 * for ever where memory is too short for it. */
static basin_status load_fonts(basin_ctx *ctx, void *library)
{
    void *(*load)(void) = NULL;
    int (*set)(void *config) = NULL;
    void *const symbol[] = { dlsym(library, "FcInitLoadConfigAndFonts"),
                             dlsym(library, "FcConfigSetCurrent") };

    if (!symbol[0] || !symbol[1])
        return BASIN_STATUS_OK;  /* a cairo without fontconfig */
    memcpy(&load, &symbol[0], sizeof load);
    memcpy(&set, &symbol[1], sizeof set);
    void *const config = load();
    return config && set(config) ? BASIN_STATUS_OK
                                 : bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory for fonts");
}

basin_status bsn_cairo_load(basin_ctx *ctx, bool fonts, struct bsn_cairo *api)
{
    static const struct {
        const char *name;
        size_t at;
    } calls[] = {
#define CALL(call) { "cairo_" #call, offsetof(struct bsn_cairo, call) },
        BSN_CAIRO_CALLS(CALL)
#undef CALL
    };
    void *const library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);

    if (!library)
        return bsn_fail(ctx, BASIN_STATUS_IO, "a png needs cairo (svg does not): %s", dlerror());
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        void *const symbol = dlsym(library, calls[i].name);
        if (!symbol) {
            dlclose(library);
            return bsn_fail(ctx, BASIN_STATUS_IO, "a png needs cairo (svg does not): no %s in "
                            LIBRARY, calls[i].name);
        }
        /* C has no cast from an object's address to that of a function; POSIX says they fit. */
        memcpy((char *)api + calls[i].at, &symbol, sizeof symbol);
    }
    return fonts ? load_fonts(ctx, library) : BASIN_STATUS_OK;
}
