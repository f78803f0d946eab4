# SPDX-License-Identifier: MIT
# Roots that are made once and looked at before each use; sourced after root.sh.

# require_space DIRECTORY MEGABYTES: ends with one line where there is less.
require_space() {
    local free
    free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$2" ] || die "$1 has $free MB free and needs $2: make room, then run it again"
}

# A root's programs, libraries and headers by name and size: what a torn disk or a stray rm changes.
root_contents() {
    (cd "$1" && find usr/bin usr/sbin usr/lib usr/libexec usr/include -xdev -type f \
        ! -name '*.pyc' -printf '%p %s\n' 2> /dev/null | LC_ALL=C sort | sha256sum | cut -d' ' -f1)
}

# root_is_whole ROOT STAMP: it was made from this, and is still what was made.
root_is_whole() {
    local made contents
    { read -r made && read -r contents; } 2> /dev/null < "$1/.prism-stamp" || return 1
    [ "$made" = "$2" ] || return 1
    [ "$contents" = "$(root_contents "$1")" ] && return
    say "$1 is damaged: it is made again"
    return 1
}

# cached_root NAME MEGABYTES SUITE EXTRA SOURCES PACKAGE...: a Debian root at $PRISM_CACHE/NAME with these packages.
#
# EXTRA is a second suite, used for the source packages SOURCES only; both may be empty. Nothing is done where the
# root is current. A second run waits for the first and then finds its root.
cached_root() {
    local name=$1 megabytes=$2 suite=$3 extra=$4 sources=$5 root=$PRISM_CACHE/$1 stamp
    shift 5
    stamp=$(printf '%s\n' "$suite" "$extra" "$sources" "$@" | sha256sum | cut -d' ' -f1)
    require_root
    require_tools debootstrap unshare flock
    mkdir -p "$PRISM_CACHE/debs/$suite/partial"
    exec 8> "$PRISM_CACHE/${name//\//-}.lock"
    flock 8
    if root_is_whole "$root" "$stamp"; then
        say "root $name is current"
    else
        require_space "$PRISM_CACHE" "$megabytes"
        say "making the root $name in $root"
        make_root "$root" "$suite" "$extra" "$sources" "$@"
        printf '%s\n' "$stamp" "$(root_contents "$root.new")" > "$root.new/.prism-stamp"
        rm -rf --one-file-system "$root"
        mv "$root.new" "$root"
    fi
    exec 8>&-
}

# make_root ROOT SUITE EXTRA SOURCES PACKAGE...: the work of cached_root, in ROOT.new.
make_root() {
    local root=$1.new suite=$2 extra=$3 sources=$4
    shift 4
    rm -rf --one-file-system "$root"
    mkdir -p "$(dirname "$root")"
    debootstrap_root "$root" "$suite"
    # shellcheck disable=SC2086
    [ -z "$extra" ] || add_suite "$root" "$extra" $sources
    enter_root "$root" "$PRISM_CACHE/debs/$suite:/var/cache/apt/archives" -- \
        sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends "$@"' sh "$@" ||
        die "apt failed in $root: is $(debian_mirror) reachable? Then run it again"
}
