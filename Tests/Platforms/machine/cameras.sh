# SPDX-License-Identifier: MIT
# Runs in the emulated machine: what both camera stages do; each claim is a line of /tmp/out/results.tsv.
export LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu PRISM_LOG=warning HOME=/tmp
out=/tmp/out
mkdir -p $out
: > $out/results.tsv

result() {
    printf '%s\t%s\t%s\n' "$1" "$stage: $2" "$3" >> $out/results.tsv
    echo "$1 $stage: $2${3:+: $3}"
}

# claim TEXT COMMAND...: passed where the command ends with 0; its last line goes with it.
claim() {
    text=$1
    shift
    if "$@" > /tmp/log 2>&1; then result passed "$text" "$(grep . /tmp/log | tail -n 1)"; else
        sed 's/^/    /' /tmp/log
        result failed "$text" "$(grep . /tmp/log | tail -n 1)"
    fi
}

# camera_id WORD: the id of the camera whose line in list has this word.
camera_id() { prism list --json | tr '{' '\n' | grep -i "$1" | sed -n 's/.*"id":"\([^"]*\)".*/\1/p' | sed 's/\\\\/\\/g' | head -n 1; }

seconds() { cut -d. -f1 /proc/uptime; }
hundredths() { cut -d' ' -f1 /proc/uptime | tr -d .; }

# conforms [NAME=VALUE ...]: the suite that every handler's camera must pass; its tests are results each.
conforms() {
    env PRISM_TESTS_OF_THEIR_OWN=1 PRISM_CONFORMANCE_CYCLES=100 PRISM_CONFORMANCE_TABLE=$out/capabilities.tsv \
        PRISM_CONFORMANCE_PLUGIN="$(echo /usr/lib/prism/prism-libcamera-*.so)" PRISM_CONFORMANCE_CAMERA="$camera" \
        "$@" conformancePackageTests.xctest --testing-library swift-testing --no-parallel \
        --filter '^HandlerConformanceTests\.' > $out/conformance.log 2>&1
    status=$?
    sed -n 's/^✔ Test \([A-Za-z]*\)(.* passed after.*/\1/p' $out/conformance.log | sort -u > /tmp/passed
    sed -n 's/^✘ Test \([A-Za-z]*\)(.* recorded an issue.*: \(Expectation.*\)/\1 \2/p;s/^✘ Test \([A-Za-z]*\)(.* recorded an issue.*: \(Caught.*\)/\1 \2/p' \
        $out/conformance.log | sort -u -k1,1 > /tmp/failed
    while read -r name; do result passed "conformance: $name"; done < /tmp/passed
    while read -r name why; do result failed "conformance: $name" "$why"; done < /tmp/failed
    if [ $status != 0 ] && [ ! -s /tmp/failed ]; then
        tail -n 20 $out/conformance.log
        result failed "the conformance suite" "it ended with $status"
    fi
}

# The host tells what a picture is worth; here it only has to be whole.
photographs() {
    prism still --camera "libcamera:$camera" "$@" && grep -q . "$(last_word "$@")"
}
last_word() { for word; do :; done; echo "$word"; }
