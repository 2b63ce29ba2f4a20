#!/bin/bash
# install.sh - what `make install` leaves is usable: header (C and C++), both
# libraries, pkg-config, examples; and uninstall takes all of it away.
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

# same_exports LIBRARY LIST
same_exports()
{
    nm -D --defined-only "$root/lib/$1.so" | awk '{ print $3 }' | LC_ALL=C sort >"$folder/nm"
    diff "$2" "$folder/nm"
}

declared_exports()
{
    sh scripts/exports.sh include/basin.h | diff tests/exports.txt - &&
        sh scripts/exports.sh include/*.h | diff tests/exports-full.txt -
}

# The library that other programs embed needs jansson beyond the system's own, and is small.
lean()
{
    readelf -d "$root/lib/libbasin.so" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' >"$folder/needed"
    cat "$folder/needed"
    ! grep -vE '^(libc|libm|libjansson|ld-linux[^.]*|libpthread)\.so' "$folder/needed" &&
        [ "$(stat -Lc %s "$root/lib/libbasin.so")" -le 3000000 ]
}

# A program with libbasin.a takes the system's shared libraries; what those would need as archives
# is not asked for.
static_libraries()
{
    pkg-config --libs --static basin
    ! pkg-config --libs --static basin | grep -qE -- '-l(gfortran|X11|png)'
}

# Nothing but folders is left, and none of its own.
uninstalled()
{
    eval make -s uninstall "$OVERRIDES" 'DESTDIR="$folder/stage"' PREFIX=/opt/basin || return
    find "$folder/stage" ! -type d -o -path '*/doc/basin' -o -path '*-packages/basin' | grep . &&
        return 1
    return 0
}

# The sentence about libbasin.so comes where the libraries lie where they are to be used.
sentence()
{
    eval make -s install "$OVERRIDES" 'PREFIX="$folder/own"' >"$folder/said" || return
    cat "$folder/said"
    grep -q "LD_LIBRARY_PATH=$folder/own/lib" "$folder/said" && "$folder/own/bin/basin" --version &&
        eval make -s install "$OVERRIDES" 'DESTDIR="$folder/other"' >"$folder/said" || return
    cat "$folder/said"  # which may say that something is compiled anew, as after a commit
    ! grep -q LD_LIBRARY_PATH "$folder/said"
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
    esac && LD_LIBRARY_PATH=$root/lib timeout 120 "$program" </dev/null
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
check install-licences cmp LICENSE "$root/share/doc/basin/LICENSE"
check install-licences-words cmp models/crossword.LICENSES.md \
    "$root/share/doc/basin/crossword.LICENSES.md"
check install-completion cmp completions/basin.bash \
    "$root/share/bash-completion/completions/basin"
check install-zsh cmp completions/_basin "$root/share/zsh/site-functions/_basin"
check install-fish cmp completions/basin.fish \
    "$root/share/fish/vendor_completions.d/basin.fish"
check install-tool "$root/bin/basin" --version
check install-static-libraries static_libraries
check install-exports same_exports libbasin tests/exports.txt
check install-exports-full same_exports libbasin-full tests/exports-full.txt
check install-lean lean
check install-python python3 -c "import sys; sys.path.insert(0, '$root/lib/python3/dist-packages')
import basin
assert basin._library._name == '$root/lib/libbasin.so.0', basin._library._name
assert basin.open('queens', 8).solve().solved"
check install-declared declared_exports
printf '#include <basin.h>\nint main(void) { return BASIN_STATUS_OK; }\n' >"$folder/header.c"
# shellcheck disable=SC2086  # CC may be two words: ccache gcc
check install-header-c99 $CC -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$root/include" \
    -fsyntax-only "$folder/header.c"
cat >"$folder/header.cpp" <<'END'
#include <basin_pictures.h>
#include <basin_words.h>
static struct basin_answer answers[] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT };
int main()
{
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    struct basin_solve_opts solve = BASIN_SOLVE_OPTS_INIT;
    const struct basin_energies energies = BASIN_ENERGIES_INIT;
    struct basin_train_opts train;

    train = BASIN_TRAIN_OPTS_INIT;
    return !(answers[1].size == sizeof answers[1] && !answers[1].value && gen.size == sizeof gen &&
             gen.seed == 1 && solve.size == sizeof solve && solve.seed == 1 && !solve.particles &&
             energies.size == sizeof energies && train.size == sizeof train && train.seed == 1 &&
             train.diffusion == -1 && train.contrastive == -1 && train.checkpoint_seconds == 30);
}
END
for compiler in g++ clang++; do
    if ! echo '#include <cstddef>' | $compiler -x c++ -fsyntax-only - 2>/dev/null; then
        echo "skip install-header-$compiler no $compiler"
        continue
    fi
    for standard in c++11 c++17 c++20; do
        check "install-header-$compiler-$standard" $compiler -std=$standard -Wall -Wextra \
            -Wpedantic -Wshadow -Werror -I"$root/include" "$folder/header.cpp" -o "$folder/header"
    done
    check "install-defaults-$compiler" "$folder/header"
done
for file in examples/*.c; do
    [ -e "$file" ] || continue
    check "install-example-$(basename "$file" .c)" example "$file" shared
    check "install-static-$(basename "$file" .c)" example "$file" static
done
# Sudoku with the energies of queens: an easy puzzle of our own, given as an argument.
sudoku()
{
    example examples/sudoku.c shared &&
        LD_LIBRARY_PATH=$root/lib timeout 120 "$folder/example" "$1" >"$folder/grid" &&
        sed 9q "$folder/grid" | tr -d ' \n' | grep -x "$2" &&
        ! LD_LIBRARY_PATH=$root/lib "$folder/example" 123 >"$folder/grid" &&
        grep -q '^fewer than 81 characters' "$folder/grid" &&
        LD_LIBRARY_PATH=$root/lib timeout 120 "$folder/example" "11${1:2}" >"$folder/grid" &&
        grep -q '^not solved: ' "$folder/grid"  # two ones in a row: an end comes all the same
}
# What a network is asked of that only the larger library has: the error names it.
cat >"$folder/elsewhere.c" <<'END'
#include <basin.h>
#include <stdio.h>
int main(void)
{
    const struct basin_literal literal[] = { { .variable = 0, .value = 1 } };
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;
    basin_ctx *ctx;
    basin_draft *draft;
    basin_model *model;

    c.network = "queens-paper:line";
    c.literal = literal;
    c.literals = 1;
    if (basin_ctx_new(NULL, &ctx) || basin_draft_new(ctx, &draft) ||
        basin_draft_variables(ctx, draft, 1, 2, NULL))
        return 1;
    basin_draft_constrain(ctx, draft, &c);
    puts(basin_error_text(ctx));
    basin_model_default(ctx, "queens", BASIN_ENERGY_PAPER, &model);
    puts(basin_error_text(ctx));
    for (size_t i = 0; basin_model_name(i); i++)
        puts(basin_model_name(i));
    basin_draft_free(ctx, draft);
    basin_ctx_free(ctx);
    return 0;
}
END
elsewhere()
{
    example "$folder/elsewhere.c" shared >"$folder/said" || return
    diff "$folder/said" - <<'END'
the model "queens-paper" is not part of libbasin; libbasin-full has it
the model "queens-paper" is not part of libbasin; libbasin-full has it
color-compact
queens-compact
sat-compact
sudoku-compact
END
}
check install-elsewhere elsewhere
check install-sudoku sudoku \
    005008009090250017007106080900802070702004061000900004300020108860009050209700000 \
    125478639698253417437196285946812573782534961513967824374625198861349752259781346
check install-sentence sentence
check install-uninstall uninstalled
