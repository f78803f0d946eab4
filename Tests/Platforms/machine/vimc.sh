# SPDX-License-Identifier: MIT
# Runs in the emulated machine: the kernel's simulated camera (vimc) through libcamera, the plug-in and prism.
stage=vimc
. /cameras.sh
camera=$(camera_id sensor)
[ -n "$camera" ] || { prism list; dmesg | tail -n 20; result failed "list names the camera"; exit 1; }
echo "camera $camera"
result passed "list names the camera"

has_controls() {
    prism controls --camera "libcamera:$camera" > /tmp/controls || return 1
    cat /tmp/controls
    for name in brightness contrast saturation; do grep -qi $name /tmp/controls || { echo "no $name"; return 1; }; done
}
# The emulated processor draws every frame: small ones come more than once a second.
claim "brightness, contrast and saturation are there" has_controls
claim "a photograph" photographs --size 320x240 -o $out/still.jpg
claim "a brighter photograph" photographs --size 320x240 --brightness 0.5 -o $out/bright.jpg

lapse() {
    prism timelapse --camera "libcamera:$camera" --size 160x120 --every 3s --count 4 -o $out/lapse/%06d.jpg || return 1
    [ "$(ls $out/lapse/*.jpg | wc -l)" = 4 ] || { ls $out/lapse; echo "not 4 pictures"; return 1; }
}
claim "a time-lapse of 4 pictures" lapse

# A signal in the middle: the run ends in order, and can be resumed.
cancelled() {
    prism timelapse --camera "libcamera:$camera" --size 160x120 --every 2s --count 100 -o $out/cut/%06d.jpg &
    program=$!
    while [ ! -e $out/cut/000002.jpg ]; do
        kill -0 $program || { echo "it ended by itself"; return 1; }
        sleep 0.2
    done
    kill -TERM $program
    began=$(seconds)
    wait $program || { echo "it ended with $?"; return 1; }
    [ $(($(seconds) - began)) -le 5 ] || { echo "it took $(($(seconds) - began)) s to end"; return 1; }
}
claim "a time-lapse ends in order by a signal" cancelled

conforms PRISM_CONFORMANCE_STILL_SCENE=1 PRISM_CONFORMANCE_SIZE=160x120
! grep -q '^failed' $out/results.tsv
