# SPDX-License-Identifier: MIT
# Claims that need a camera, on libcamera's virtual pipeline; sourced by inside.

# Runs a program on the virtual cameras and nothing else, at 120 frames a second.
on_virtual() {
    env LD_PRELOAD=/tmp/udmabuf.so PRISM_UDMABUF_FPS=120 LIBCAMERA_PIPELINES_MATCH_LIST=virtual \
        LD_LIBRARY_PATH=/opt/prism/lib "$@"
}

prism() { on_virtual timeout 120 /opt/prism/prism "$@"; }

# libcamera reads its virtual cameras from here and nowhere else.
prepare_cameras() {
    gcc -O2 -shared -fPIC -o /tmp/udmabuf.so /src/Tests/Platforms/preload/udmabuf.c
    mkdir -p /usr/share/libcamera/pipeline/virtual
    cp /src/Tests/Platforms/lib/virtual.yaml /usr/share/libcamera/pipeline/virtual/virtual.yaml
}

# known_wrong KIND: names of what this release gets wrong itself, each with its reason.
known_wrong() {
    [ ! -e "$here/wrong-in-$release" ] || sed -n "s/^$1 //p" "$here/wrong-in-$release"
}

# Each of them is shown as skipped.
skip_wrong() {
    local name why
    while read -r name why <&6; do
        result skipped "$release: $1: $name" "$why"
    done 6< <(known_wrong "$1")
}

# misuse [-WORD]: all cases but those that have the word.
misuse() {
    local bridge=/src/Sources/CPrismCamera source objects=()
    mkdir -p /tmp/misuse
    # Without make, which this root does not have.
    for source in $(find $bridge -name '*.cpp'); do
        g++ -std=c++20 -O1 -I$bridge/include -I$bridge -c -o "/tmp/misuse/$(basename "$source").o" "$source"
    done
    for source in /src/Tests/Platforms/misuse/*.c; do
        gcc -std=gnu11 -D_GNU_SOURCE -O1 -I$bridge/include -c -o "/tmp/misuse/$(basename "$source").o" "$source"
    done
    objects=(/tmp/misuse/*.o)
    g++ -o /tmp/misuse/misuse "${objects[@]}" -ldl -lpthread
    on_virtual timeout 300 /tmp/misuse/misuse "$plugin" VirtualLines "$@"
}

# The suite of Tests/HandlerConformanceTests, less what this release gets wrong.
conformance() {
    local name why skips=() status=0
    while read -r name why <&6; do skips+=(--skip "$name"); done 6< <(known_wrong conformance)
    skip_wrong conformance
    on_virtual timeout 300 env PRISM_TESTS_OF_THEIR_OWN=1 PRISM_CONFORMANCE_PLUGIN="$plugin" \
        PRISM_CONFORMANCE_TABLE="/out/results/capabilities-$release.txt" \
        PRISM_CONFORMANCE_CAMERA=VirtualLines /opt/prism/conformancePackageTests.xctest \
        --testing-library swift-testing --no-parallel --filter '^HandlerConformanceTests\.' "${skips[@]}" \
        > /tmp/conformance.log 2>&1 || status=$?
    sed -nE 's/^✔ Test ([A-Za-z]+)\(.*passed after.*/\1/p' /tmp/conformance.log | sort -u |
        while read -r name; do result passed "$release: conformance: $name"; done
    sed -nE 's/^✘ Test ([A-Za-z]+)\(.*recorded an issue.*: (.*)/\1 \2/p' /tmp/conformance.log | sort -u -k1,1 > /tmp/wrong
    while read -r name why <&6; do result failed "$release: conformance: $name" "$why"; done 6< /tmp/wrong
    # A run that ended badly, or that ran nothing, has failed even where no test says so.
    if grep -q '^✔ Test run with [1-9]' /tmp/conformance.log && [ $status = 0 ]; then return; fi
    tail -n 20 /tmp/conformance.log
    [ -s /tmp/wrong ] || result failed "$release: conformance" "ended with $status"
}

# refuses STATUS WORDS COMMAND...: it ends so, with one line that has these words.
refuses() {
    local wanted=$1 words=$2 status=0
    shift 2
    "$@" > /tmp/refusal 2>&1 || status=$?
    cat /tmp/refusal
    [ $status = "$wanted" ] || { echo "it ended with $status instead of $wanted"; return 1; }
    [ "$(wc -l < /tmp/refusal)" = 1 ] || { echo "it says more than one line"; return 1; }
    grep -q -- "$words" /tmp/refusal || { echo "nothing says: $words"; return 1; }
}

says_how_to_get_one() { refuses 6 "libcamera $soname is installed.*prism bridge build" prism list; }

bridge_build() {
    ! command -v pkg-config > /dev/null || { echo "this root has pkg-config"; return 1; }
    local built source=/usr/share/prism/prism-libcamera
    # As Packaging/install places it.
    mkdir -p $source/include
    cp /src/Sources/prism-libcamera/{build,*.cpp,*.hpp} /src/Sources/CPrismCamera/Guard.hpp $source/
    cp /src/Sources/CPrismCamera/include/prism_{pipeline,camera_types}.h $source/include/
    built=$(XDG_DATA_HOME=/tmp/data prism bridge build)
    [ "$built" = "/tmp/data/prism/plugins/prism-libcamera-$soname.so" ] || { echo "$built"; return 1; }
    XDG_DATA_HOME=/tmp/data prism list | grep VirtualLines
    XDG_DATA_HOME=/tmp/data prism doctor -o /tmp > /tmp/doctor 2>&1 || true
    grep -q "$built" /tmp/doctor || { cat /tmp/doctor; echo "doctor does not name the plug-in"; return 1; }
}

# All plug-ins built so far lie in /out/plugins: 0.0.3 and 0.3 too, and the oldest comes first by name.
side_by_side() {
    [ "$(ls /out/plugins | wc -l)" -ge 2 ] || { echo "there is only one plug-in"; return 1; }
    PRISM_PLUGIN_PATH=/out/plugins prism list | grep VirtualLines
    PRISM_PLUGIN_PATH=/out/plugins prism doctor -o /tmp > /tmp/doctor 2>&1 || true
    grep -q "/out/plugins/prism-libcamera-$soname.so" /tmp/doctor || { cat /tmp/doctor; return 1; }
}

none_fits() {
    rm -rf /tmp/others
    mkdir /tmp/others
    cp /out/plugins/* /tmp/others/
    rm -f "/tmp/others/prism-libcamera-$soname.so"
    [ -n "$(ls /tmp/others)" ] || : > /tmp/others/prism-libcamera-0.0.2.so
    PRISM_PLUGIN_PATH=/tmp/others refuses 6 "there are only plug-ins for .*prism bridge build" prism list
}

other_abi() {
    rm -rf /tmp/abi
    mkdir /tmp/abi
    gcc -shared -fPIC -I/src/Sources/CPrismCamera/include -o "/tmp/abi/prism-libcamera-$soname.so" \
        "$here/other-abi.c"
    PRISM_PLUGIN_PATH=/tmp/abi refuses 6 "/tmp/abi/.*does not speak version.*prism bridge build" prism list
}

truncated() {
    rm -rf /tmp/short
    mkdir /tmp/short
    local bytes
    bytes=$(stat -c %s "$plugin")
    head -c $((bytes / 2)) "$plugin" > "/tmp/short/prism-libcamera-$soname.so"
    PRISM_PLUGIN_PATH=/tmp/short refuses 6 "/tmp/short/.*prism bridge build" prism list
    : > "/tmp/short/prism-libcamera-$soname.so"
    PRISM_PLUGIN_PATH=/tmp/short refuses 6 "/tmp/short/.*prism bridge build" prism list
}

unreadable() {
    rm -rf /tmp/closed
    mkdir -m 700 /tmp/closed
    chmod 755 /tmp
    PRISM_PLUGIN_PATH=/tmp/closed refuses 5 "/tmp/closed" on_virtual setpriv --reuid=65534 \
        --regid=65534 --clear-groups timeout 60 /opt/prism/prism list
}

photograph() {
    export PRISM_PLUGIN_PATH=$mine
    prism still --camera libcamera:VirtualLines --size 640x480 -o /tmp/still.jpg
    [ "$(head -c 2 /tmp/still.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ]
    refuses 3 NoSuchCamera prism still --camera libcamera:NoSuchCamera -o /tmp/none.jpg
}
