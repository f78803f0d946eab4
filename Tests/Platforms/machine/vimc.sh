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
# The emulated processor draws every frame, the sensor's at 1920x1080: on a busy host that takes a second or two.
claim "brightness, contrast and saturation are there" has_controls
claim "a photograph" photographs --size 320x240 -o $out/still.jpg
claim "a brighter photograph" photographs --size 320x240 --brightness 0.5 -o $out/bright.jpg

lapse() {
    prism timelapse --camera "libcamera:$camera" --size 160x120 --every 6s --count 4 -o $out/lapse/%06d.jpg || return 1
    [ "$(ls $out/lapse/*.jpg | wc -l)" -ge 3 ] || { ls $out/lapse; echo "fewer than 3 pictures"; return 1; }
}
claim "a time-lapse" lapse

# A signal in the middle: the run ends in order, and can be resumed.
cancelled() {
    prism timelapse --camera "libcamera:$camera" --size 160x120 --every 3s --count 100 -o $out/cut/%06d.jpg &
    program=$!
    while [ "$(ls $out/cut/*.jpg 2> /dev/null | wc -l)" -lt 2 ]; do
        kill -0 $program || { echo "it ended by itself"; return 1; }
        sleep 0.2
    done
    kill -TERM $program
    began=$(seconds)
    wait $program || { echo "it ended with $?"; return 1; }
    took=$(($(seconds) - began))
    [ $took -le 20 ] || { echo "it took $took s to end"; return 1; }
}
claim "a time-lapse ends in order by a signal" cancelled

conforms PRISM_CONFORMANCE_STILL_SCENE=1 PRISM_CONFORMANCE_SIZE=160x120
! grep -q '^failed' $out/results.tsv
