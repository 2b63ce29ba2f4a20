#!/bin/bash
# deps.sh - packages are recognised by what can be used, named in one line where they cannot be
# installed, and what was compiled before one came is compiled again. Machines are simulated: a
# compiler that does not find some libraries, a PATH without apt-get, a user without rights.
. "${0%/*}/support.bash"
real=${CC:-gcc}
unset CFLAGS LDFLAGS MAKEFLAGS MAKELEVEL

# A compiler that does not find the libraries named in the file `absent`.
mkdir "$folder/bin" "$folder/poor"
cat >"$folder/bin/cc" <<END
#!/bin/sh
for word; do
    case \$word in
    -l*) ! grep -qx -- "\$word" "$folder/absent" || { echo "cannot find \$word" >&2; exit 1; } ;;
    esac
done
PATH=$PATH exec $real "\$@"
END
chmod +x "$folder/bin/cc"
: >"$folder/absent"
export CC=$folder/bin/cc

# The commands of this machine, without apt-get and sudo.
for tool in cat cmp echo find grep make mkdir mktemp mv nproc rm sed sh touch; do
    ln -s "$(type -P $tool)" "$folder/poor/$tool"
done
printf '#!/bin/sh\necho 1000\n' >"$folder/poor/id"
chmod +x "$folder/poor/id"

# says NAME CODE PATTERN COMMAND...: the exit code, and one line on stderr that is PATTERN ("" for
# none)
says()
{
    local name=$1 code=$2 pattern=$3 got
    shift 3
    "$@" >"$out" 2>"$err"
    got=$?
    if [ -n "$pattern" ]; then
        [ $got -eq "$code" ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -qxE -- "$pattern" "$err"
    else
        [ $got -eq "$code" ] && [ ! -s "$err" ]
    fi
    verdict "$name" $? "code $got: $(head -c 600 "$err")"
}
please='basin needs these packages, please install them:'

says complete 0 '' sh scripts/deps.sh build

# ------------------------------------------------------------------- what is not there is named ----

echo -lstemmer >"$folder/absent"
says stemmer 1 "$please libstemmer-dev" env PATH="$folder/poor" sh scripts/deps.sh build
printf -- '-l%s\n' jansson cairo stemmer z lzma bz2 zstd cmocka >"$folder/absent"
all='libjansson-dev libcairo2-dev libstemmer-dev zlib1g-dev liblzma-dev libbz2-dev libzstd-dev'
says no-apt 1 "$please $all" env PATH="$folder/poor" sh scripts/deps.sh build
# of the tests, all commands are missing too
says no-apt-test 1 "$please $all libcmocka-dev pkg-config clang python3( python3-jsonschema)? \(and, for all tests: cadical .*\)" \
    env PATH="$folder/poor" sh scripts/deps.sh build test
printf '#!/bin/sh\necho called >"%s/called"\nexit 100\n' "$folder" >"$folder/poor/apt-get"
printf '#!/bin/sh\nexit 1\n' >"$folder/poor/sudo"
chmod +x "$folder/poor/apt-get" "$folder/poor/sudo"
says no-root 1 "$please $all" env PATH="$folder/poor" sh scripts/deps.sh build
[ ! -e "$folder/called" ]
verdict no-root-apt $? "apt-get was called without rights"
says fresh-root 1 'fresh: needs root, .*' env PATH="$folder/poor:$PATH" bash scripts/fresh.sh
says unknown 2 'deps.sh: build, test, models, mpi, fuzz, coverage or fresh, not thing' sh scripts/deps.sh thing

# A library of the right name that lacks what is used: the reference BLAS once passed for another.
: >"$folder/absent"
echo 'void *sb_stemmer_new(void); void *sb_stemmer_new(void) { return 0; }' >"$folder/other.c"
$real -shared -fPIC "$folder/other.c" -o "$folder/libstemmer.so"
says other-library 1 "$please libstemmer-dev" \
    env PATH="$folder/poor" LDFLAGS="-L$folder" sh scripts/deps.sh build
says flags 1 "$please libjansson-dev" env PATH="$folder/poor" CFLAGS=-DJANSSON_H \
    sh scripts/deps.sh build

# ------------------------------------------------------------------------- what can be installed ----

echo -ljansson >"$folder/absent"
printf '#!/bin/sh\necho 0\n' >"$folder/poor/id"
cat >"$folder/poor/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$folder/called"
: >"$folder/absent"
END
ln -s "$(command -v env)" "$folder/poor/env"
PATH=$folder/poor ARRIVED=$folder/arrived sh scripts/deps.sh build >"$out" 2>"$err"
verdict installs $? "$(cat "$err")"
grep -qE '^install -y .* libjansson-dev$' "$folder/called" && [ -e "$folder/arrived" ]
verdict installed $? "$(cat "$folder/called")"
rm "$folder/poor/apt-get"

# -------------------------------------------------------------- what was compiled is compiled again ----

mkdir "$folder/tree" && cp -r Makefile scripts include src "$folder/tree"
compile()
{
    PATH=$folder/poor make -C "$folder/tree" CC="$CC" build/obj/base/rng.o >"$out" 2>"$err"
}
compile
verdict compiles $? "$(cat "$err")"
compile && ! grep -q 'CC ' "$out"
verdict not-again $? "$(cat "$out")"
echo -lz >"$folder/absent"
touch "$folder/tree/scripts/deps.sh"  # as a new version of it does
compile
[ $? -ne 0 ] && grep -qx "$please zlib1g-dev" "$err"
verdict stops $? "$(cat "$err")"
: >"$folder/absent"
compile && grep -q 'CC .*rng.o' "$out"
verdict again $? "$(cat "$out")"
compile && ! grep -q 'CC ' "$out"
verdict at-rest $? "$(cat "$out")"
