# SPDX-License-Identifier: MIT
# What a part of `make verify` found, line by line: passed, failed or skipped, a claim, and why. Sourced.
#
# PRISM_RESULTS  the directory for results (default: none are kept); each part writes a file of its own there
# PRISM_PLANT    a part's name: one of its assertions is then broken on purpose

results_file=/dev/null
failures=0

# results_open NAME: from here on, lines go to NAME.tsv.
results_open() {
    [ -n "${PRISM_RESULTS:-}" ] || return 0
    mkdir -p "$PRISM_RESULTS"
    results_file=$PRISM_RESULTS/$1.tsv
    : > "$results_file"
}

# result STATE CLAIM [WHY]
result() {
    printf '%s\t%s\t%s\n' "$1" "$2" "${3:-}" >> "$results_file"
    printf '%-7s %s%s\n' "$1" "$2" "${3:+: $3}"
    [ "$1" != failed ] || failures=$((failures + 1))
}

# claim TEXT COMMAND...: passed where the command ends with 0, whose output is shown where it does not.
claim() {
    local text=$1 log status=0
    shift
    log=$(mktemp)
    # In a shell of its own, so that a failing line in the middle of a function counts.
    (set -e; "$@") > "$log" 2>&1 9>&- &
    wait $! || status=$?
    if [ $status = 0 ]; then result passed "$text"; else
        sed 's/^/    /' "$log"
        result failed "$text" "$(grep . "$log" | tail -n 1 | tr '\t' ' ')"
    fi
    rm -f "$log"
}

# planted PART: this part is to fail.
planted() { [ "${PRISM_PLANT:-}" = "$1" ]; }
