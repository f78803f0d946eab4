# SPDX-License-Identifier: MIT
# Roots that are another root with changes laid over it; sourced after root.sh.

# enter_layer ROOT LAYER [HOST:GUEST[:ro] ...] -- COMMAND...: like enter_root, but what the command changes in
# ROOT is kept in LAYER, and ROOT stays as it is.
enter_layer() {
    local root=$1 layer=$2 binds=()
    shift 2
    while [ "$1" != -- ]; do binds+=("$1"); shift; done
    shift
    mkdir -p "$layer/upper/etc"
    [ ! -r /etc/resolv.conf ] || cp -L /etc/resolv.conf "$layer/upper/etc/resolv.conf"
    PRISM_ROOT=$root PRISM_LAYER=$layer PRISM_BINDS=$(printf '%s\n' "${binds[@]}") \
        unshare --mount --propagation private bash "$PRISM_LIB/layer" "$@"
}

# layer_work LAYER CHECKOUT: waits for other runs, then copies CHECKOUT to LAYER/work-tree/src; LAYER/work-tree/build
# is kept beside it as long as the layer is the same.
layer_work() {
    local layer=$1 tree=$1/work-tree
    mkdir -p "$tree/build"
    exec 9> "$tree/lock"
    flock --nonblock 9 || { say "waiting for another run"; flock 9; }
    # Swift's compiled modules name the compiler and the headers they saw.
    if ! cmp -s "$layer/stamp" "$tree/stamp"; then
        rm -rf "$tree/build"
        mkdir "$tree/build"
        cp "$layer/stamp" "$tree/stamp"
    fi
    stage_checkout "$2" "$tree/src"
}

# layer_contents LAYER: its programs, libraries and headers by name and size: what a torn disk or a stray rm changes.
layer_contents() {
    (cd "$1" && find base/usr upper/usr upper/opt -xdev -type f ! -name '*.pyc' -printf '%p %s\n' 2> /dev/null |
        LC_ALL=C sort | sha256sum | cut -d' ' -f1)
}

# layer_is_whole LAYER STAMP: it was made from this, and is still what was made.
layer_is_whole() {
    local made contents
    { read -r made && read -r contents; } 2> /dev/null < "$1/stamp" || return 1
    [ "$made" = "$2" ] || return 1
    [ "$contents" = "$(layer_contents "$1")" ] && return
    say "$1 is damaged: it is made again"
    return 1
}
