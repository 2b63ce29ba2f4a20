#!/bin/sh
# deps.sh - is everything here that a build (or the tests) needs? If not, install it.
#
#   scripts/deps.sh build|test|models|mpi|fuzz|coverage|fresh...
#
# Each Debian package is recognised by what it gives: a few lines that use it compile and link with
# CC, CFLAGS and LDFLAGS, or its command runs. So other systems work too, and a header without its
# library (the reference BLAS has the header of others) does not pass. Installing needs apt-get
# and root, or sudo without a password; otherwise one line names all that is missing. Where ARRIVED
# names a file, it is made anew when something of the build was not here at first: what was
# compiled before is to be compiled again.
CC=${CC:-gcc}
CLANG=${CLANG:-clang}
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT

# uses LIBRARIES LINE...: do these lines, and a main, compile and link?
uses()
{
    libraries=$1
    shift
    # The variables hold several words each.
    # shellcheck disable=SC2086
    printf '%s\n' "$@" | $CC $CFLAGS -x c - -x none -o "$folder/probe" $LDFLAGS $libraries 2>/dev/null
}

runs()
{
    "$@" >/dev/null 2>&1 </dev/null
}

# python_has MODULE: in the first python, or in that of the system
python_has()
{
    runs python3 -c "import $1" || runs /usr/bin/python3 -c "import $1"
}

# here PACKAGE: is what it gives here already?
here()
{
    case $1 in
    gcc) runs $CC --version ;;
    libc6-dev) uses '-lm -pthread' '#include <math.h>' '#include <stdio.h>' \
        'int main(int n, char **v) { return v && puts("") + (int)cos(n); }' ;;
    libjansson-dev) uses -ljansson '#include <jansson.h>' \
        'int main(void) { json_decref(json_loads("[]", 0, NULL)); }' ;;
    libcairo2-dev) uses -lcairo '#include <cairo/cairo.h>' 'int main(void)' \
        '{ cairo_surface_destroy(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1)); }' ;;
    fonts-dejavu-core) [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name 'DejaVuSans.ttf' 2>/dev/null)" ] ;;
    libstemmer-dev) uses -lstemmer '#include <libstemmer.h>' \
        'int main(void) { sb_stemmer_delete(sb_stemmer_new("english", "UTF_8")); }' ;;
    zlib1g-dev) uses -lz '#include <zlib.h>' \
        'int main(void) { z_stream s = { 0 }; return inflateInit2(&s, 31) + inflateEnd(&s); }' ;;
    liblzma-dev) uses -llzma '#include <lzma.h>' 'int main(void)' \
        '{ lzma_stream s = LZMA_STREAM_INIT; return (int)lzma_stream_decoder(&s, 1 << 20, 0); }' ;;
    libbz2-dev) uses -lbz2 '#include <bzlib.h>' \
        'int main(void) { bz_stream s = { 0 }; return BZ2_bzDecompressInit(&s, 0, 0); }' ;;
    libzstd-dev) uses -lzstd '#include <zstd.h>' \
        'int main(void) { return (int)ZSTD_freeDStream(ZSTD_createDStream()); }' ;;
    librandom123-dev) uses '' '#include <Random123/philox.h>' 'int main(void)' \
        '{ philox4x32_ctr_t c = { { 0 } }; philox4x32_key_t k = { { 0 } };' \
        'return (int)philox4x32(c, k).v[0]; }' ;;
    libcmocka-dev) uses -lcmocka '#include <stdarg.h>' '#include <stddef.h>' '#include <setjmp.h>' \
        '#include <stdint.h>' '#include <cmocka.h>' 'static void t(void **s) { (void)s; }' \
        'int main(void) { const struct CMUnitTest all[] = { cmocka_unit_test(t) };' \
        'return cmocka_run_group_tests(all, NULL, NULL); }' ;;
    pkg-config) runs pkg-config --version ;;
    clang) echo '#include <stdio.h>' | $CLANG -fsyntax-only -x c - 2>/dev/null ;;
    libclang-rt-*-dev) printf '%s\n' 'int LLVMFuzzerTestOneInput(const char *, unsigned long);' \
        'int LLVMFuzzerTestOneInput(const char *c, unsigned long n) { return n && !c; }' |
        $CLANG -fsanitize=fuzzer,address -x c - -o "$folder/probe" 2>/dev/null ;;
    gcovr) runs gcovr --version ;;
    g++) echo '#include <cstdio>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    python3) runs python3 -c 'import ctypes, json, pty' ;;
    python3-jsonschema) python_has jsonschema ;;
    python3-selenium) python_has selenium ;;
    chromium-driver) runs chromedriver --version ;;
    libopenmpi-dev) runs mpicc --version && uses "$(mpicc --showme:compile) $(mpicc --showme:link)" \
        '#include <mpi.h>' 'int main(void) { return MPI_Init(NULL, NULL); }' ;;
    openmpi-bin) runs mpirun --version ;;
    cadical | chromium | debootstrap | fish | minisat | toulbar2 | valgrind | zsh) command -v "$1" >/dev/null ;;
    dict-gcide) [ -e /usr/share/dictd/gcide.index ] ;;
    wordnet-base) [ -e /usr/share/wordnet/data.noun ] ;;
    wamerican-insane) [ -e /usr/share/dict/american-english-insane ] ;;
    wamerican-large) [ -e /usr/share/dict/american-english-large ] ;;
    esac
}

# missing PACKAGE...: prints those that are not here
missing()
{
    for package; do
        here "$package" || printf '%s ' "$package"
    done
}

# install_with COMMAND PACKAGE...: COMMAND is "" or "sudo -n"
install_with()
{
    as=$1
    shift
    echo "installing: $*" >&2
    set -- env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=120 "$@"
    $as "$@" >&2 </dev/null && return
    $as env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 </dev/null
    $as "$@" >&2 </dev/null
}

# try_install PACKAGE...: where that is allowed
try_install()
{
    command -v apt-get >/dev/null || return
    if [ "$(id -u)" = 0 ]; then
        install_with "" "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        install_with "sudo -n" "$@"
    fi
}

build='' test='' optional='' models='' mpi='' fuzz='' coverage='' fresh=''
for kind; do
    case $kind in
    build) build="gcc libc6-dev libjansson-dev libcairo2-dev fonts-dejavu-core libstemmer-dev zlib1g-dev liblzma-dev libbz2-dev libzstd-dev librandom123-dev" ;;
    test)
        test="libcmocka-dev pkg-config clang python3 python3-jsonschema"
        # To judge random formulas and sums of costs, to open the report, to try the completions, to read the header
        # as C++; tests that need one skip loudly.
        optional="cadical minisat toulbar2 chromium chromium-driver python3-selenium zsh fish g++ libopenmpi-dev openmpi-bin"
        ;;
    # Dictionaries, for the model of words.
    models) models="dict-gcide wordnet-base wamerican-insane wamerican-large" ;;
    # For the tool that mpirun starts.
    mpi) mpi="libopenmpi-dev openmpi-bin" ;;
    # libFuzzer, for the clang that the tests need.
    fuzz) fuzz="libclang-rt-$($CLANG -dumpversion | cut -d. -f1)-dev" ;;
    # To count the lines that tests run.
    coverage) coverage=gcovr ;;
    # For a bare machine to try all this on.
    fresh) fresh=debootstrap ;;
    *) echo "deps.sh: build, test, models, mpi, fuzz, coverage or fresh, not $kind" >&2; exit 2 ;;
    esac
done

lacking=$(missing $build)
[ -n "$lacking" ] && [ -n "$ARRIVED" ] && touch "$ARRIVED"
lacking=$lacking$(missing $test $models $mpi $fuzz $coverage $fresh)
wanted=$(missing $optional)
if [ -n "$lacking" ]; then
    try_install $lacking
    lacking=$(missing $lacking)
fi
if [ -n "$wanted" ]; then
    try_install $wanted
    wanted=$(missing $wanted)
fi
if [ -n "$lacking" ]; then
    echo "basin needs these packages, please install them: ${lacking% }${wanted:+ (and, for all tests: ${wanted% })}" >&2
    exit 1
fi
[ -z "$wanted" ] || echo "some tests will be skipped without these packages: ${wanted% }" >&2
exit 0
