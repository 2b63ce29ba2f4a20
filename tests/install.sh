#!/bin/bash
# install.sh - what `make install` leaves is usable: header, both libraries, pkg-config, examples.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
CC=${CC:-gcc}
log=$folder/log

# check NAME COMMAND...: one test; its output is shown when it fails
check()
{
    local name=$1
    shift
    if "$@" >"$log" 2>&1; then
        echo "ok $name"
    else
        cat "$log"
        echo "not ok $name"
    fi
}

same_exports()
{
    nm -D --defined-only "$root/lib/libbasin.so" | awk '{ print $3 }' | LC_ALL=C sort >"$folder/nm"
    diff tests/exports.txt "$folder/nm"
}

declared_exports()
{
    sh scripts/exports.sh | diff tests/exports.txt -
}

example()
{
    local program=$folder/example
    # shellcheck disable=SC2046
    case $2 in
    shared) $CC -std=c17 -Wall -Wextra -Werror "$1" -o "$program" \
                $(pkg-config --cflags --libs basin) ;;
    static) $CC -std=c17 "$1" -o "$program" $(pkg-config --cflags basin) "$root/lib/libbasin.a" \
                $(pkg-config --libs --static basin | sed 's/-lbasin//') ;;
    esac && LD_LIBRARY_PATH=$root/lib timeout 120 "$program"
}

root=$folder/stage/opt/basin
# OVERRIDES: what the outer make was given (CC=clang), so that nothing is built anew
eval make -s install "$OVERRIDES" 'DESTDIR="$folder/stage"' PREFIX=/opt/basin >"$log" 2>&1 ||
    { cat "$log"; echo "not ok install"; exit 1; }
echo "ok install"
# The staged tree is not at its prefix: tell pkg-config where it is.
export PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/stage
check install-soname sh -c "readelf -d '$root/lib/libbasin.so' | grep -q 'SONAME.*libbasin.so.0'"
check install-stack sh -c "! readelf -lW '$root/lib/libbasin.so' | grep -q 'GNU_STACK.*RWE'"
check install-man cmp doc/basin.1 "$root/share/man/man1/basin.1"
check install-completion cmp completions/basin.bash \
    "$root/share/bash-completion/completions/basin"
check install-zsh cmp completions/_basin "$root/share/zsh/site-functions/_basin"
check install-fish cmp completions/basin.fish \
    "$root/share/fish/vendor_completions.d/basin.fish"
check install-tool "$root/bin/basin" --version
check install-exports same_exports
check install-declared declared_exports
printf '#include <basin.h>\nint main(void) { return BASIN_STATUS_OK; }\n' >"$folder/header.c"
check install-header-c99 "$CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$root/include" \
    -fsyntax-only "$folder/header.c"
if command -v clang >/dev/null; then
    check install-header-c++ clang -x c++ -Wall -Wextra -Wpedantic -Werror -I"$root/include" \
        -fsyntax-only "$folder/header.c"
else
    echo "skip install-header-c++ no clang"
fi
for file in examples/*.c; do
    [ -e "$file" ] || continue
    check "install-example-$(basename "$file" .c)" example "$file" shared
    check "install-static-$(basename "$file" .c)" example "$file" static
done
