#!/bin/sh
# registry.sh - prints the C file that lists all domains, samplers or extensions of models.
#
#   scripts/registry.sh domain|sampler|extension 'SOURCE...' FIRST...
#
# SOURCE are the files that a library is made of. A domain X is where one of them says
# `const struct bsn_domain bsn_domain_X`; samplers and extensions are alike. Those named FIRST come
# first, the rest follows by name.
LC_ALL=C
export LC_ALL
kind=$1
# shellcheck disable=SC2086  # a list of files
found=$(sed -nE "s/^const struct bsn_$kind bsn_${kind}_([a-z0-9_]+)( .*)?\$/\1/p" $2 | sort)
shift 2
case $kind in
domain) header=domain/domain.h ;;
sampler) header=sample/sampler.h ;;
extension) header=energy/extension.h ;;
esac

ordered=
for name in "$@" $found; do
    case " $ordered " in *" $name "*) continue ;; esac
    case " $(echo $found) " in *" $name "*) ordered="$ordered $name" ;; esac
done

echo "/* ${kind}_registry.c - made by scripts/registry.sh */"
echo "#include \"$header\""
echo
for name in $ordered; do
    echo "extern const struct bsn_$kind bsn_${kind}_$name;"
done
echo
echo "extern const struct bsn_$kind *const bsn_${kind}_list[];"
echo "const struct bsn_$kind *const bsn_${kind}_list[] = {"
for name in $ordered; do
    echo "    &bsn_${kind}_$name,"
done
echo "    NULL,"
echo "};"
