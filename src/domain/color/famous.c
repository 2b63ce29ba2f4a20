/* famous.c - complete graphs, Paley's, queens' boards and Mycielski's. */
#include "domain/color/famous.h"

#include "base/mem.h"

basin_status bsn_color_complete(basin_ctx *ctx, uint32_t n, struct bsn_col *out)
{
    *out = (struct bsn_col){ .vertices = n, .colors = n };
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++)
            BSN_TRY(bsn_col_add(ctx, out, a, b));
    return bsn_col_finish(ctx, out);
}

/* With q = 1 modulo 4 the squares are the same from both ends of an edge. */
basin_status bsn_color_paley(basin_ctx *ctx, uint32_t q, struct bsn_col *out)
{
    basin_status status = BASIN_STATUS_OK;
    bool *square;

    *out = (struct bsn_col){ .vertices = q };
    BSN_TRY(BSN_NEW(ctx, q, &square));
    for (uint64_t x = 1; x < q; x++)
        square[x * x % q] = true;
    for (uint32_t a = 0; a < q; a++)
        for (uint32_t b = a + 1; b < q && status == BASIN_STATUS_OK; b++)
            if (square[b - a])
                status = bsn_col_add(ctx, out, a, b);
    bsn_free(ctx, square);
    return status == BASIN_STATUS_OK ? bsn_col_finish(ctx, out) : status;
}

/* Joins the square at (row, column) with those a queen moves to downwards, or to the right. */
static basin_status add_moves(basin_ctx *ctx, struct bsn_col *col, uint32_t row, uint32_t column,
                              uint32_t columns)
{
    const uint32_t rows = col->vertices / columns, square = row * columns + column;

    for (uint32_t k = 1; column + k < columns; k++)
        BSN_TRY(bsn_col_add(ctx, col, square, square + k));
    for (uint32_t k = 1; row + k < rows; k++) {
        BSN_TRY(bsn_col_add(ctx, col, square, square + k * columns));
        if (column + k < columns)
            BSN_TRY(bsn_col_add(ctx, col, square, square + k * columns + k));
        if (column >= k)
            BSN_TRY(bsn_col_add(ctx, col, square, square + k * columns - k));
    }
    return BASIN_STATUS_OK;
}

/* The longer side is a clique. A square board whose side is not divisible by 2 or 3 is coloured by
 * 2 * row + column modulo the side, and the shorter boards are parts of it. */
basin_status bsn_color_queen(basin_ctx *ctx, uint32_t rows, uint32_t columns, struct bsn_col *out)
{
    const uint32_t side = rows > columns ? rows : columns;

    *out =
        (struct bsn_col){ .vertices = rows * columns, .colors = side % 2 && side % 3 ? side : 0 };
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            BSN_TRY(add_moves(ctx, out, row, column, columns));
    return bsn_col_finish(ctx, out);
}

/* Each vertex v gets a twin v + n that is joined to the neighbours of v, and all twins are joined
 * to one more vertex. */
static basin_status add_twins(basin_ctx *ctx, struct bsn_col *col)
{
    const uint32_t n = col->vertices;
    const size_t edges = col->edges;

    col->vertices = 2 * n + 1;
    for (size_t k = 0; k < edges; k++) {
        const struct bsn_edge edge = col->edge[k];
        BSN_TRY(bsn_col_add(ctx, col, edge.a, edge.b + n));
        BSN_TRY(bsn_col_add(ctx, col, edge.b, edge.a + n));
    }
    for (uint32_t v = 0; v < n; v++)
        BSN_TRY(bsn_col_add(ctx, col, v + n, 2 * n));
    return BASIN_STATUS_OK;
}

basin_status bsn_color_mycielski(basin_ctx *ctx, uint32_t k, struct bsn_col *out)
{
    *out = (struct bsn_col){ .vertices = 2, .colors = k + 1 };
    BSN_TRY(bsn_col_add(ctx, out, 0, 1));
    for (uint32_t i = 1; i < k; i++)
        BSN_TRY(add_twins(ctx, out));
    return bsn_col_finish(ctx, out);
}
