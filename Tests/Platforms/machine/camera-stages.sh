# SPDX-License-Identifier: MIT
# The machine's stages with cameras: what Debian 13 builds and installs, on real kernel drivers; sourced by run.

# camera_root: the guest's files, as Debian 13 has them, at $PRISM_CACHE/machine/guest.
camera_root() {
    local built=$PRISM_CACHE/debian13-work/build src=$PRISM_CACHE/debian13-work/src
    [ "$(id -u)" = 0 ] || die "the stages with cameras need root, for the files of the Debian 13 root"
    [ -x "$built/swift/release/prism" ] && [ -d "$built/conformance" ] && [ -d "$built/plugins" ] ||
        die "the programs are missing: run $here/../debian13/run programs plugin first"
    mkdir -p "$PRISM_CACHE/machine/guest"
    enter_root "$PRISM_CACHE/debian13" "$src:/src:ro" "$built:/build:ro" "$here:/machine:ro" \
        "$PRISM_CACHE/machine/guest:/guest" -- bash /machine/guest-root /guest || die "the guest's files are incomplete"
    install -D -m 755 /bin/busybox "$PRISM_CACHE/machine/guest/bin/busybox"
    install -m 644 -t "$PRISM_CACHE/machine/guest" "$here/cameras.sh" "$here/vimc.sh" "$here/uvc.sh"
}

# Different frames for the webcam to send: a bright field that moves over a grey one.
webcam_frames() {
    mkdir -p "$work/frames"
    python3 "$here/frames.py" "$work/frames"
    local file
    for file in "$work/frames"/*.ppm; do cjpeg -quality 85 -sample 2x1 "$file" > "${file%.ppm}.jpg"; done
}

# judge FILE: a whole JPEG with EXIF that exiftool accepts.
judge() {
    djpeg -pnm -outfile "$work/judged.pnm" "$1" || { echo "$1: djpeg cannot decode it"; return 1; }
    local problems
    problems=$(exiftool -s3 -Warning -Error "$1")
    [ -z "$problems" ] || { echo "$1: exiftool says: $problems"; return 1; }
}

judge_all() {
    local file
    for file in $(find "$work/out" -name '*.jpg'); do judge "$file" || return 1; done
    find "$work/out" -name '*.jpg' | grep -q .
}

# What arrived at the webcam: manual mode, 5 ms in units of 100 us, and brightness half way up.
controls_arrived() {
    cat "$work/out/webcam.log"
    grep -q '^control 1.2 = 1$' "$work/out/webcam.log" && grep -q '^control 1.4 = 50$' "$work/out/webcam.log" &&
        grep -q '^control 2.2 = 32$' "$work/out/webcam.log"
}

# Of a moving picture no two files are the same.
none_twice() {
    [ -z "$(find "$work/out/lapse" "$work/out/again" -name '*.jpg' -exec sha256sum {} + | cut -d' ' -f1 | sort | uniq -d)" ]
}

camera_stage() {
    local stage=$1 modules status=0 state text why options=(--memory 2048 --timeout 1800)
    [ -d "${guest:-/nowhere}" ] || { camera_root && guest=$PRISM_CACHE/machine/guest; }
    case $stage in
        vimc) modules=vimc ;;
        uvc)
            modules=uvcvideo,ehci-pci
            webcam_frames
            options+=(--webcam "python3 $here/webcam.py SOCKET $(echo "$work"/frames/*.jpg)")
            ;;
    esac
    python3 "$here/machine.py" --kernel "$kernel" --root "$guest" --modules "$modules" "${options[@]}" \
        --out "$work/out" -- sh "/$stage.sh" || status=$?
    [ -e "$work/out/results.tsv" ] && while IFS=$'\t' read -r state text why; do
        result "$state" "$text" "$why" > /dev/null
    done < "$work/out/results.tsv"
    claim "$stage: djpeg and exiftool accept every picture" judge_all
    if [ "$stage" = uvc ]; then
        claim "$stage: no picture was taken twice" none_twice
        claim "$stage: brightness and exposure arrive at the webcam" controls_arrived
    fi
    if [ -n "${PRISM_RESULTS:-}" ] && [ -e "$work/out/capabilities.tsv" ]; then
        cp "$work/out/capabilities.tsv" "$PRISM_RESULTS/capabilities-$stage.txt"
    fi
    return $status
}
