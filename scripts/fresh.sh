#!/bin/bash
# fresh.sh - does basin start on a bare machine? Makes bare Debians, and in each `make demo` and
# `make test` of what is committed.
#
#   scripts/fresh.sh [bare] [blas]     (without words: both)
#
# bare has gcc, make and git beyond what debootstrap makes; blas has also the reference BLAS and
# LAPACK, which once were taken for another library. They lie in a folder of their own under TMPDIR (/tmp) for as long
# as this runs; build/fresh-base.tar keeps what debootstrap made, build/fresh-*.log what was said.
# Packages come from where this machine's apt has its own.
#
# All mounts are in a mount namespace and all processes in a process namespace that end with this
# script, however it ends; only a KILL leaves the folder behind.
set -u
cd "$(dirname "$0")/.." || exit
base=build/fresh-base.tar

say()
{
    echo "fresh: $*"
}

# ------------------------------------------------------------------ outside: what it needs ----

if [ "${1:-}" != --inside ]; then
    [ "$(id -u)" = 0 ] || { say "needs root, for chroot and mount" >&2; exit 1; }
    for tool in apt-get git setpriv unshare chroot; do
        command -v $tool >/dev/null || { say "needs $tool" >&2; exit 1; }
    done
    sh scripts/deps.sh fresh || exit
    folder=$(mktemp -d "${TMPDIR:-/tmp}/basin-fresh-XXXXXX") || exit
    # No mount is seen out here, so this removes nothing but what was made below.
    trap 'rm -rf --one-file-system "$folder"' EXIT
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child \
        bash "scripts/${0##*/}" --inside "$folder" "$@" &
    child=$!
    trap 'kill -KILL $child 2>/dev/null; wait $child; exit 130' INT TERM HUP
    wait $child
    exit
fi

# ------------------------------------------------------------------------- inside: stages ----

folder=$2
shift 2

# stage NAME COMMAND...: runs it with its output in a log, and shows the last lines
stage()
{
    local name=$1 log=build/fresh-${1// /-}.log begin=$SECONDS code
    shift
    say "$name ..."
    "$@" >"$log" 2>&1 </dev/null
    code=$?
    tail -n "${LINES_SHOWN:-5}" "$log" | sed 's/^/    /'
    [ $code -eq 0 ] && say "$name: done in $((SECONDS - begin)) s" ||
        say "$name: FAILED with code $code after $((SECONDS - begin)) s, see $log"
    return $code
}

# Lines "SITE SUITE COMPONENT" of the Debian that this machine's apt takes packages from.
sources()
{
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
        'Origin: Debian' 2>/dev/null | awk '!seen[$0]++'
}

make_base()
{
    local site suite rest
    read -r site suite rest < <(sources | awk '$2 !~ /-/')
    rm -rf --one-file-system "$folder/base"
    debootstrap --variant=minbase "$suite" "$folder/base" "$site" &&
        rm -f "$folder"/base/var/cache/apt/archives/*.deb &&
        tar -C "$folder/base" -cf "$base.new" . && mv "$base.new" "$base" &&
        rm -rf --one-file-system "$folder/base"
}

# unpack ROOT: a bare machine with the apt sources, proxies and names of this one
unpack()
{
    local root=$1
    mkdir -p "$root" "$folder/archives/partial" && tar -C "$root" -xpf "$base" || return
    sources | sed 's/^/deb /' >"$root/etc/apt/sources.list"
    cp -r /etc/apt/trusted.gpg.d /etc/apt/keyrings "$root/etc/apt/" 2>/dev/null
    apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99-as-outside"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    printf '127.0.0.1 localhost\n::1 localhost\n' >"$root/etc/hosts"
    mount -t proc proc "$root/proc" && mkdir -p "$root/dev/pts" "$root/dev/shm" &&
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts" &&
        ln -sf pts/ptmx "$root/dev/ptmx" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" &&
        # packages are fetched once for all machines
        mount --bind "$folder/archives" "$root/var/cache/apt/archives"
}

# within ROOT COMMAND...: in the project's folder there, with nothing of this environment but proxies
within()
{
    local root=$1
    shift
    # shellcheck disable=SC2046
    env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        $(env | grep -iE '^(http|https|ftp|no)_proxy=[^ ]*$') \
        chroot "$root" sh -c 'cd /root/basin 2>/dev/null || cd /; exec "$@"' sh "$@"
}

add()
{
    local root=$1
    shift
    within "$root" apt-get update -q &&
        within "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
            --no-install-recommends "$@"
}

# machine NAME PACKAGE...: one bare machine with these packages; leaves its verdict in `verdict`
machine()
{
    local name=$1 root=$folder/$1
    shift
    verdict="$name: no machine"
    stage "$name unpack" unpack "$root" && stage "$name packages" add "$root" "$@" &&
        stage "$name clone" git clone -q --no-hardlinks . "$root/root/basin" || return
    # the clone's owner is root, as the machine's only user
    chown -R 0:0 "$root/root/basin"
    verdict="$name: make demo failed"
    stage "$name demo" within "$root" make demo || return
    verdict="$name: make test failed"
    LINES_SHOWN=30 stage "$name test" within "$root" make test || {
        verdict="$verdict, $(cat "$root/root/basin/build/test-summary" 2>/dev/null)"
        return 1
    }
    verdict="$name: $(cat "$root/root/basin/build/test-summary")"
    umount -R "$root/proc" "$root/dev/pts" "$root/dev/shm" "$root/var/cache/apt/archives" &&
        rm -rf --one-file-system "$root"
    return 0
}

mkdir -p build
[ -z "$(git status --porcelain)" ] || say "what is not committed is not tried"
[ -n "$(sources)" ] || apt-get update -q >/dev/null 2>&1
[ -n "$(sources)" ] || { say "needs a Debian's packages: apt has no sources of it" >&2; exit 1; }
[ -e "$base" ] || stage debootstrap make_base || { say "failed: no bare Debian" >&2; exit 1; }

code=0 verdicts=
[ $# -gt 0 ] || set -- bare blas
for which; do
    case $which in
    bare) machine bare gcc make git || code=1 ;;
    blas) machine blas gcc make git libblas-dev liblapack-dev || code=1 ;;
    *) say "bare or blas, not $which" >&2; exit 2 ;;
    esac
    verdicts="$verdicts; $verdict"
done
[ $code -eq 0 ] && say "passed: ${verdicts#; }" || say "failed: ${verdicts#; }"
exit $code
