#!/bin/sh
# registry.sh - prints the C file that lists all domains, or all samplers.
#
#   scripts/registry.sh domain|sampler FIRST...
#
# A domain X is the file src/domain/X.c or the folder src/domain/X that defines
# `const struct bsn_domain bsn_domain_X`; a sampler X is src/sample/sampler_X.c with
# `const struct bsn_sampler bsn_sampler_X`. Those named FIRST come first, the rest follows by name.
LC_ALL=C
export LC_ALL
kind=$1
shift
case $kind in
domain) folder=src/domain prefix= ;;
sampler) folder=src/sample prefix=sampler_ ;;
esac

found=
for path in "$folder/$prefix"*.c "$folder"/*/; do
    name=${path%/}
    name=${name##*/}
    name=${name%.c}
    name=${name#"$prefix"}
    grep -qrsE --include='*.c' "^const struct bsn_$kind bsn_${kind}_$name( |\$)" "$path" &&
        found="$found $name"
done

ordered=
for name in "$@" $(printf '%s\n' $found | sort); do
    case " $ordered " in *" $name "*) continue ;; esac
    case " $found " in *" $name "*) ordered="$ordered $name" ;; esac
done

echo "/* ${kind}_registry.c - made by scripts/registry.sh */"
echo "#include \"$([ "$kind" = domain ] && echo domain || echo sample)/$kind.h\""
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
