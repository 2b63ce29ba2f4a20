/* tone.c - the colours of tones and of energies. */
#include "view/tone.h"

#include <math.h>

#define BLACK 0x1c1c1c
#define WHITE 0xffffff

static const struct bsn_look looks[BSN_TONE_CLASS] = {
    [BSN_TONE_NONE] = { WHITE, BLACK, "" },
    [BSN_TONE_LIGHT] = { 0xfbf7ec, BLACK, "" },
    [BSN_TONE_DARK] = { 0xd9ccb0, BLACK, "" },
    [BSN_TONE_BLOCK] = { 0x26262b, WHITE, "" },
    [BSN_TONE_INK] = { BLACK, BLACK, "" },
    [BSN_TONE_MARK] = { 0x20304f, 0x20304f, "" },
    [BSN_TONE_WRONG] = { 0xc8201a, WHITE, "breaks a constraint" },
    [BSN_TONE_MISS] = { 0xfbe3d6, 0xb8321a, "not as the file's solution has it" },
    [BSN_TONE_GIVEN] = { 0xdde3ea, BLACK, "given" },
    [BSN_TONE_TRUE] = { 0x0072b2, WHITE, "true" },
    [BSN_TONE_FALSE] = { 0xf3dfae, BLACK, "false" },
    [BSN_TONE_OPEN] = { WHITE, 0x5c6066, "" },
    [BSN_TONE_HOLDS] = { 0xe3efe6, BLACK, "holds" },
    [BSN_TONE_MUTED] = { 0xa3a8af, 0x5c6066, "" },
    [BSN_TONE_FAINT] = { 0xe6e8eb, 0x5c6066, "" },
};

static const struct bsn_look classes[] = {
    { 0x56b4e9, BLACK, "" }, { 0xe69f00, BLACK, "" }, { 0x009e73, WHITE, "" },
    { 0xf0e442, BLACK, "" }, { 0xcc79a7, BLACK, "" }, { 0x0072b2, WHITE, "" },
    { 0x8a8f98, WHITE, "" }, { 0x7a4a1e, WHITE, "" }, { 0xa8e0cf, BLACK, "" },
    { 0x5b3a8c, WHITE, "" }, { 0xf6c6b4, BLACK, "" }, { 0x2f4b4f, WHITE, "" },
};

struct bsn_look bsn_tone_look(uint8_t tone)
{
    if (tone < BSN_TONE_CLASS)
        return looks[tone].name ? looks[tone] : looks[BSN_TONE_NONE];
    return classes[(tone - BSN_TONE_CLASS) % (sizeof classes / sizeof *classes)];
}

const char *bsn_tone_name(uint8_t tone)
{
    static const char *const names[BSN_TONE_CLASS] = {
        [BSN_TONE_NONE] = "none",   [BSN_TONE_LIGHT] = "light", [BSN_TONE_DARK] = "dark",
        [BSN_TONE_BLOCK] = "block", [BSN_TONE_INK] = "ink",     [BSN_TONE_MARK] = "queen",
        [BSN_TONE_WRONG] = "wrong", [BSN_TONE_MISS] = "miss",   [BSN_TONE_GIVEN] = "given",
        [BSN_TONE_TRUE] = "true",   [BSN_TONE_FALSE] = "false", [BSN_TONE_OPEN] = "open",
        [BSN_TONE_HOLDS] = "holds", [BSN_TONE_MUTED] = "muted", [BSN_TONE_FAINT] = "faint",
    };

    return tone >= BSN_TONE_CLASS ? "class" : names[tone] ? names[tone] : "none";
}

uint32_t bsn_heat_color(double heat)
{
    static const uint8_t stop[][3] = {
        { 0xd2, 0xdd, 0xe8 }, { 0xf8, 0xdc, 0x98 }, { 0xf6, 0xa6, 0x58 }, { 0xe0, 0x62, 0x52 },
        { 0xac, 0x32, 0x6c }, { 0x66, 0x1c, 0x70 }, { 0x24, 0x0f, 0x46 },
    };
    const double last = sizeof stop / sizeof *stop - 1;
    const double at = heat > 0 ? fmin(heat, 1) * last : 0;  /* NAN is 0 */
    const size_t from = at >= last ? (size_t)last - 1 : (size_t)at;
    const double part = at - (double)from;
    uint32_t color = 0;

    for (int i = 0; i < 3; i++)
        color = color << 8 |
                 (uint32_t)lround(stop[from][i] + part * (stop[from + 1][i] - stop[from][i]));
    return color;
}
