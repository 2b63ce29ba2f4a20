#!/bin/sh
# builtin.sh - prints the table of built-in models (C), or their bytes (assembler).
#
#   scripts/builtin.sh table|data FILE.safetensors...
kind=$1
shift

if [ "$kind" = table ]; then
    echo '/* builtin.c - made by scripts/builtin.sh */'
    echo '#include "energy/builtin.h"'
    echo
    i=0
    for path; do
        echo "extern const unsigned char bsn_builtin_data_${i}[];"
        i=$((i + 1))
    done
    echo
    echo 'const struct bsn_builtin bsn_builtin_list[] = {'
    i=0
    for path; do
        name=${path##*/}
        echo "    { \"${name%.safetensors}\", bsn_builtin_data_$i, $(($(wc -c <"$path"))) },"
        i=$((i + 1))
    done
    echo '    { NULL, NULL, 0 },'
    echo '};'
else
    echo '/* builtin_data.S - made by scripts/builtin.sh */'
    echo '    .section .rodata'
    i=0
    for path; do
        echo '    .balign 64'
        echo "    .globl bsn_builtin_data_$i"
        echo "    .hidden bsn_builtin_data_$i"
        echo "    .type bsn_builtin_data_$i, %object"
        echo "bsn_builtin_data_$i:"
        echo "    .incbin \"$path\""
        echo "    .size bsn_builtin_data_$i, . - bsn_builtin_data_$i"
        i=$((i + 1))
    done
    echo '    .section .note.GNU-stack,"",%progbits'
fi
