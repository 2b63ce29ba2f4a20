/* text.c - a string that grows. Failures are kept and reported once, by bsn_text_take. */
#define _GNU_SOURCE
#include "base/text.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bsn_text_add(struct bsn_text *text, const char *format, ...)
{
    va_list args, again;

    if (text->status != BASIN_STATUS_OK)
        return;
    va_start(args, format);
    va_copy(again, args);
    const int needed = vsnprintf(NULL, 0, format, args);
    if (needed < 0)
        text->status = bsn_fail(text->ctx, BASIN_STATUS_INPUT, "text cannot be formatted");
    else
        text->status = BSN_GROW(text->ctx, &text->chars, &text->capacity,
                                text->length + (size_t)needed + 1);
    if (text->status == BASIN_STATUS_OK) {
        vsnprintf(text->chars + text->length, (size_t)needed + 1, format, again);
        text->length += (size_t)needed;
    }
    va_end(again);
    va_end(args);
}

void bsn_decimal(double value, int decimals, char out[static BSN_DECIMAL_CHARS])
{
    char digits[32];
    double scale = 1;

    if (!(fabs(value) <= 1e15)) {
        snprintf(out, BSN_DECIMAL_CHARS, "null");
        return;
    }
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    const double whole = floor(fabs(value)), part = round((fabs(value) - whole) * scale);
    const bool carry = part >= scale, minus = value < 0 && (whole > 0 || part > 0);
    snprintf(digits, sizeof digits, "%0*lld", decimals, carry ? 0LL : (long long)part);
    while (decimals > 0 && digits[decimals - 1] == '0')
        decimals--;
    snprintf(out, BSN_DECIMAL_CHARS, "%s%lld%s%.*s", minus ? "-" : "", (long long)whole + carry,
             decimals > 0 ? "." : "", decimals, digits);
}

void bsn_text_number(struct bsn_text *text, double value, int decimals)
{
    char chars[BSN_DECIMAL_CHARS];

    bsn_decimal(value, decimals, chars);
    bsn_text_add(text, "%s", chars);
}

void bsn_text_whole(struct bsn_text *text, char before, int64_t value)
{
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char digits[24];
    size_t at = sizeof digits;

    if (text->status == BASIN_STATUS_OK)
        text->status = BSN_GROW(text->ctx, &text->chars, &text->capacity,
                                text->length + sizeof digits);
    if (text->status != BASIN_STATUS_OK)
        return;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (value < 0)
        digits[--at] = '-';
    digits[--at] = before;
    memcpy(text->chars + text->length, digits + at, sizeof digits - at);
    text->length += sizeof digits - at - 1;
}

basin_status bsn_text_take(struct bsn_text *text, char **out)
{
    bsn_text_add(text, "%s", "");
    if (text->status != BASIN_STATUS_OK) {
        bsn_text_clear(text);
        return text->status;
    }
    *out = text->chars;
    text->chars = NULL;
    return BASIN_STATUS_OK;
}

void bsn_text_clear(struct bsn_text *text)
{
    bsn_free(text->ctx, text->chars);
    text->chars = NULL;
    text->length = text->capacity = 0;
}

double bsn_read_number(const char *text, char **end)
{
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);

    if (!plain)
        return strtod(text, end);
    const double value = strtod_l(text, end, plain);
    freelocale(plain);
    return value;
}
