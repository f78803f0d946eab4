# SPDX-License-Identifier: MIT
# Reads the table of releases; sourced.

# each_release FUNCTION: calls it with the five fields of every row.
each_release() {
    local fields
    while read -r -a fields <&7; do
        "$1" "${fields[@]}"
    done 7< <(sed 's/#.*//' "$here/releases" | grep .)
}
