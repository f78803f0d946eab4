# SPDX-License-Identifier: MIT
# Runs in the emulated machine: a USB camera through libcamera's uvcvideo, unplugged and plugged in again.
stage=uvc
. /cameras.sh

# host WORD: asks the host to plug or unplug, and waits until it has.
host() {
    exec 5<> "$MACHINE_CTL"
    echo "$1" >&5
    read -r answer <&5
    exec 5>&-
}

tries=0
while camera=$(camera_id 1d6b) && [ -z "$camera" ] && [ $tries -lt 20 ]; do
    sleep 0.5
    tries=$((tries + 1))
done
[ -n "$camera" ] || { prism list; dmesg | tail -n 20; result failed "list names the camera"; exit 1; }
echo "camera $camera"
result passed "list names the camera"

has_controls() {
    prism controls --camera "libcamera:$camera" > /tmp/controls || return 1
    cat /tmp/controls
    for name in brightness contrast exposure; do grep -qi $name /tmp/controls || { echo "no $name"; return 1; }; done
}
claim "brightness, contrast and exposure are there" has_controls
claim "a photograph from YUYV" photographs --size 320x240 -o $out/yuyv.jpg
claim "a photograph from MJPEG" photographs --size 640x480 -o $out/mjpeg.jpg
claim "brightness and exposure are set" photographs --size 320x240 --brightness 0.5 --shutter 5ms -o $out/set.jpg

lapse() {
    prism timelapse --camera "libcamera:$camera" --size 640x480 --every 2s --count 5 -o $out/lapse/%06d.jpg || return 1
    [ "$(ls $out/lapse/*.jpg | wc -l)" -ge 3 ] || { ls $out/lapse; echo "too few pictures"; return 1; }
}
claim "a time-lapse" lapse

conforms

# Unplugged while it looks before a photograph (rpicam-still waits so): a typed error, soon.
errs() {
    ln -sf /bin/prism /tmp/rpicam-still
    PRISM_CAMERA="libcamera:$camera" /tmp/rpicam-still -n -t 60000 --width 320 --height 240 \
        -o $out/gone.jpg > /tmp/gone 2>&1 &
    program=$!
    # It is in the middle once the host was asked for frames.
    sleep 6
    kill -0 $program || { cat /tmp/gone; echo "it ended by itself"; return 1; }
    host unplug
    began=$(hundredths)
    status=0
    wait $program || status=$?
    took=$(($(hundredths) - began))
    cat /tmp/gone
    echo "it ended with $status after $took hundredths of a second"
    [ $status = 10 ] || [ $status = 9 ] || { echo "it ended with $status instead of 9 or 10"; return 1; }
    # Frames come 30 times a second, so the watchdog waits for one second.
    [ $took -le 200 ] || { echo "it took $took hundredths of a second"; return 1; }
    [ ! -e $out/gone.jpg ] || { echo "it left a file"; return 1; }
    [ -z "$(camera_id 1d6b)" ] || { echo "list still names the camera"; return 1; }
}
claim "unplugged in mid-capture: a typed error within twice the time-out" errs
host plug
sleep 4

# The same, but it waits: shots of that time are skipped, and the indices go on.
goes_on() {
    prism timelapse --camera "libcamera:$camera" --size 320x240 --every 2s --count 16 -o $out/again/%06d.jpg > /tmp/again 2>&1 &
    program=$!
    while [ ! -e $out/again/000002.jpg ]; do
        kill -0 $program || { cat /tmp/again; echo "it ended by itself"; return 1; }
        sleep 0.2
    done
    host unplug
    sleep 5
    host plug
    status=0
    wait $program || status=$?
    cat /tmp/again
    ls $out/again
    [ $status = 0 ] || { echo "it ended with $status"; return 1; }
    [ -e $out/again/000015.jpg ] || { echo "the last index is missing"; return 1; }
    [ ! -e $out/again/000016.jpg ] || { echo "an index too many"; return 1; }
    taken=$(ls $out/again/*.jpg | wc -l)
    [ $taken -lt 16 ] || { echo "nothing was skipped"; return 1; }
    echo "$taken pictures of 16; $(grep -c skipped $out/again/.prism/journal.jsonl) gaps"
}
claim "unplugged and plugged in again: the time-lapse goes on with the right indices" goes_on
! grep -q '^failed' $out/results.tsv
