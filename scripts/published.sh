#!/bin/sh
# published.sh - prints the C file with the tables of the paper, from src/paper/published.txt.
#
#   scripts/published.sh FILE
LC_ALL=C awk -F ' *[|] *' -v file="$1" '
function refuse(why)
{
    printf "%s:%d: %s\n", file, NR, why >"/dev/stderr"
    failed = 1
    exit 1
}
# A figure, or NAN for "-".
function real(text)
{
    if (text == "-")
        return "NAN"
    if (text !~ /^[0-9]+([.][0-9]+)?$/)
        refuse("\"" text "\" is no figure")
    return text
}
function word(text)
{
    return "\"" (text == "-" ? "" : text) "\""
}
function end_table()
{
    if (!number)
        return
    if (!columns || !rows)
        refuse("table " number " has no columns or no rows")
    print "};"
    tables = tables sprintf("    { %s, \"%s\", %d, %d,\n      {%s },\n      rows_%d },\n", title, about,
                            columns, rows, column, number)
}
/^#/ || /^$/ { next }
/["\\]/ { refuse("quotes and backslashes are not for this file") }
/^table / {
    end_table()
    split($1, part, " ")
    if (part[2] != number + 1)
        refuse("table " part[2] " comes after " number + 0)
    number = part[2]
    title = word($2)
    about = column = ""
    columns = rows = 0
    next
}
$1 == "about" { about = about (about == "" ? "" : " ") $2; next }
$1 == "column" && !rows && $3 ~ /^(high|low|-)$/ {
    column = column (columns++ ? "," : "") " { " word($2) ", " word($3) ", " real($4) " }"
    next
}
$1 == "paper" || $1 == "baseline" {
    count = split($4, figure, " ")
    if (count != columns)
        refuse(count " figures for " columns " columns")
    cells = spreads = ""
    for (i = 1; i <= count; i++) {
        at = index(figure[i], "+-")
        spread = at ? substr(figure[i], at + 2) : "0"
        cells = cells (i > 1 ? ", " : "") real(at ? substr(figure[i], 1, at - 1) : figure[i])
        spreads = spreads (i > 1 ? ", " : "") real(spread)
    }
    if (!rows++)
        printf "static const struct paper_published rows_%d[] = {\n", number
    printf "    { %s, %s, %s, { %s }, { %s } },\n",
           $1 == "paper" ? "PAPER_PAPER" : "PAPER_BASELINE", word($2), word($3), cells, spreads
    next
}
{ refuse("neither a table nor a part of one") }
BEGIN { print "/* made by scripts/published.sh */\n#include \"paper/parts.h\"\n\n#include <math.h>\n" }
END {
    if (failed)
        exit 1
    end_table()
    print "\nextern const struct paper_table paper_tables[PAPER_TABLES];"
    print "const struct paper_table paper_tables[PAPER_TABLES] = {\n" tables "};"
    print "_Static_assert(PAPER_TABLES == " number ", \"a table is missing\");"
}' "$1"
