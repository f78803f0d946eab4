# SPDX-License-Identifier: MIT
# Makes and enters the cached Debian roots of the platform tests; sourced by their bash scripts.
#
# PRISM_CACHE    everything downloaded or built; default ${XDG_CACHE_HOME:-$HOME/.cache}/prism
# PRISM_MIRROR   Debian mirror; default the one in this machine's own apt configuration
# PRISM_KEYRING  keys that packages are checked with; default that of debian-archive-keyring

PRISM_CACHE=${PRISM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/prism}
PRISM_KEYRING=${PRISM_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}

die() { echo "${0##*/}: $*" >&2; exit 1; }
say() { echo "== $*"; }

require_root() { [ "$(id -u)" = 0 ] || die "needs root, for debootstrap, mount and chroot"; }

require_tools() {
    local tool
    for tool in "$@"; do
        command -v "$tool" > /dev/null || die "$tool is missing (apt-get install $tool)"
    done
}

# The main Debian archive that this machine's apt uses, without a trailing slash.
debian_mirror() {
    local mirror=${PRISM_MIRROR:-}
    [ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(SITE)' \
        2> /dev/null | awk -F'|' '$1 == "Debian" && $2 == "Debian" { print $3; exit }')
    # Before the first apt-get update there are no index targets; the sources still name the mirror.
    [ -n "$mirror" ] || mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} \
        2> /dev/null | sed 's/#.*//' | grep -oE '[a-z]+://[^] ]+/debian/?( |$)' | head -n 1)
    [ -n "$mirror" ] || die "apt's configuration names no Debian mirror; set PRISM_MIRROR"
    mirror=${mirror%"${mirror##*[! ]}"}
    echo "${mirror%/}"
}

# debootstrap_root ROOT SUITE: a minimal system at ROOT, its signature checked, its packages cached.
debootstrap_root() {
    local root=$1 suite=$2 mirror proxy
    [ -r "$PRISM_KEYRING" ] ||
        die "$PRISM_KEYRING is missing (apt-get install debian-archive-keyring)"
    mirror=$(debian_mirror) || exit 1
    proxy=$(apt-config dump Acquire::http::Proxy | cut -d'"' -f2)
    mkdir -p "$PRISM_CACHE/debs/$suite-base"
    # debootstrap mounts /proc in the root: in a namespace that is gone when it is killed.
    unshare --mount --propagation private ${proxy:+env "http_proxy=$proxy"} \
        debootstrap --variant=minbase --force-check-gpg \
        --keyring="$PRISM_KEYRING" --cache-dir="$PRISM_CACHE/debs/$suite-base" \
        "$suite" "$root" "$mirror" ||
        die "debootstrap of $suite failed: is $mirror reachable? Then run it again"
    mkdir -p "$root/usr/share/keyrings" "$root/etc/apt/apt.conf.d"
    cp "$PRISM_KEYRING" "$root/usr/share/keyrings/prism-debian.gpg"
    echo "deb [signed-by=/usr/share/keyrings/prism-debian.gpg] $mirror $suite main" \
        > "$root/etc/apt/sources.list"
    # A proxy, retries: how this machine reaches its mirror holds inside as well.
    apt-config dump | grep -E '^Acquire::(https?|Retries)(::| )' \
        > "$root/etc/apt/apt.conf.d/90prism" || true
    printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
}

# add_suite ROOT SUITE SOURCE...: also use SUITE, but only for these source packages.
add_suite() {
    local root=$1 suite=$2 source
    shift 2
    sed -n "1s/ [^ ]* main\$/ $suite main/p" "$root/etc/apt/sources.list" \
        > "$root/etc/apt/sources.list.d/$suite.list"
    for source in "$@"; do
        printf 'Package: src:%s\nPin: release n=%s\nPin-Priority: 990\n\n' "$source" "$suite"
    done > "$root/etc/apt/preferences.d/$suite"
}

# enter_root ROOT [HOST:GUEST[:ro] ...] -- COMMAND...: runs a command in ROOT, with these directories
# bound, in a mount namespace of its own: nothing stays mounted, however it ends.
enter_root() {
    local root=$1 binds=()
    shift
    while [ "$1" != -- ]; do binds+=("$1"); shift; done
    shift
    [ ! -r /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    PRISM_ROOT=$root PRISM_BINDS=$(printf '%s\n' "${binds[@]}") \
        unshare --mount --propagation private bash "$PRISM_LIB/enter" "$@"
}

# stage_checkout SOURCE COPY: makes COPY hold the files that git knows or would take, touching only those
# that differ, so that a build directory beside it stays current from one checkout to the next.
stage_checkout() {
    local source=$1 copy=$2 list path
    mkdir -p "$copy"
    list=$(mktemp)
    git -c safe.directory="$source" -C "$source" ls-files -z -co --exclude-standard > "$list"
    while IFS= read -r -d '' path; do
        [ -f "$source/$path" ] || continue
        cmp -s "$source/$path" "$copy/$path" || install -D -p -m "$(stat -c %a "$source/$path")" \
            "$source/$path" "$copy/$path"
    done < "$list"
    # What is no longer in the checkout goes.
    (cd "$copy" && find . -type f -printf '%P\0') | sort -z |
        comm -z -23 - <(sort -z "$list") | (cd "$copy" && xargs -0 -r rm -f)
    rm -f "$list"
}
