#!/bin/sh
# deps.sh - is everything here that a build (or the tests) needs? If not, install it.
#
#   scripts/deps.sh build|test|models...
#
# Each Debian package is recognised by what it gives (a header that compiles, a command that runs),
# so that other systems work too. Installing needs apt-get and root, or sudo without a password;
# otherwise one line says what is missing.
CC=${CC:-gcc}
CLANG=${CLANG:-clang}

# header NAME...: do these compile?
header()
{
    for name; do echo "#include <$name>"; done | $CC -fsyntax-only -x c - 2>/dev/null
}

command_here()
{
    command -v "$1" >/dev/null 2>&1
}

# here PACKAGE: is what it gives here already?
here()
{
    case $1 in
    gcc) command_here "$CC" ;;
    libc6-dev) header stdio.h ;;
    libjansson-dev) header jansson.h ;;
    libcairo2-dev) header cairo/cairo.h ;;
    fonts-dejavu-core) [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name 'DejaVuSans.ttf' 2>/dev/null)" ] ;;
    libstemmer-dev) header libstemmer.h ;;
    zlib1g-dev) header zlib.h ;;
    librandom123-dev) header Random123/philox.h ;;
    libcmocka-dev) header stdarg.h stddef.h setjmp.h stdint.h cmocka.h ;;
    pkg-config) command_here pkg-config ;;
    clang) command_here "$CLANG" ;;
    python3) command_here python3 ;;
    cadical | minisat | chromium) command_here "$1" ;;
    chromium-driver) command_here chromedriver ;;
    python3-selenium)
        for python in python3 /usr/bin/python3; do
            "$python" -c 'import selenium' 2>/dev/null && return
        done
        return 1
        ;;
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
    command_here apt-get || return
    if [ "$(id -u)" = 0 ]; then
        install_with "" "$@"
    elif command_here sudo && sudo -n true 2>/dev/null; then
        install_with "sudo -n" "$@"
    fi
}

packages=
optional=
for kind; do
    case $kind in
    build) packages="$packages gcc libc6-dev libjansson-dev libcairo2-dev fonts-dejavu-core libstemmer-dev zlib1g-dev librandom123-dev" ;;
    test)
        packages="${packages% libcmocka*} libcmocka-dev pkg-config clang python3"
        # To judge random formulas, and to open the report; tests that need one skip loudly.
        optional="cadical minisat chromium chromium-driver python3-selenium"
        ;;
    # Dictionaries, for the model of words.
    models) packages="$packages dict-gcide wordnet-base wamerican-insane wamerican-large" ;;
    *) echo "deps.sh: build, test or models, not $kind" >&2; exit 2 ;;
    esac
done

lacking=$(missing $packages)
wanted=$(missing $optional)
[ -n "$lacking" ] && try_install $lacking
[ -n "$wanted" ] && try_install $wanted
lacking=$(missing $packages)
[ -z "$lacking" ] && exit 0
echo "basin needs these packages, please install them: ${lacking% }" >&2
exit 1
