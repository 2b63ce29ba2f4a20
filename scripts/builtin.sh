#!/bin/sh
# builtin.sh - prints a table of built-in files, bsn_LIST_list (C), or their bytes (assembler).
#
#   scripts/builtin.sh table|data LIST 'FILES' ['FILES WITHOUT BYTES']
kind=$1
list=bsn_$2
elsewhere=$4
# shellcheck disable=SC2086
set -- $3

if [ "$kind" = table ]; then
    echo '/* made by scripts/builtin.sh */'
    echo '#include "base/builtin.h"'
    echo
    i=0
    for path; do
        echo "extern const unsigned char ${list}_data_${i}[];"
        i=$((i + 1))
    done
    echo
    echo "const struct bsn_builtin ${list}_list[] = {"
    i=0
    for path; do
        name=${path##*/}
        echo "    { \"${name%.safetensors}\", ${list}_data_$i, $(($(wc -c <"$path"))) },"
        i=$((i + 1))
    done
    for path in $elsewhere; do
        name=${path##*/}
        echo "    { \"${name%.safetensors}\", NULL, 0 },"
    done
    echo '    { NULL, NULL, 0 },'
    echo '};'
else
    echo '/* made by scripts/builtin.sh */'
    echo '    .section .rodata'
    i=0
    for path; do
        echo '    .balign 64'
        echo "    .globl ${list}_data_$i"
        echo "    .hidden ${list}_data_$i"
        echo "    .type ${list}_data_$i, %object"
        echo "${list}_data_$i:"
        echo "    .incbin \"$path\""
        echo "    .size ${list}_data_$i, . - ${list}_data_$i"
        i=$((i + 1))
    done
    echo '    .section .note.GNU-stack,"",%progbits'
fi
