# SPDX-License-Identifier: MIT
# Claims about the plug-in's file and its manager, for every release; sourced by inside.

build_plugin() { CXXFLAGS=-Werror /src/Sources/prism-libcamera/build "$mine"; }

names_and_symbols() {
    local exported wanted=prism_pipeline_entry
    planted bridge && wanted=planted
    [ "$(ls "$mine")" = "prism-libcamera-$soname.so" ] || { ls "$mine"; return 1; }
    # Weak symbols are the standard library's templates.
    exported=$(nm -D --defined-only "$plugin" | awk '$2 !~ /[WVu]/ { print $3 }')
    [ "$exported" = $wanted ] || { echo "it exports $exported instead of $wanted"; return 1; }
}

nothing_undefined() {
    local undefined
    undefined=$(ldd -r "$plugin" 2>&1 | grep -E 'undefined|not found' || true)
    [ -z "$undefined" ] || { echo "$undefined"; return 1; }
}

probe_plugin() {
    gcc -std=gnu11 -Wall -Wextra -Werror -I/src/Sources/CPrismCamera/include -o /tmp/probe \
        "$here/probe.c" -ldl
    timeout 60 /tmp/probe "$plugin"
}
