# SPDX-License-Identifier: MIT
# Runs in the emulated machine: fingers and keys by uinput and a button by gpio-sim change the controls and take photographs.
chip=/sys/kernel/config/gpio-sim/test
mkdir -p $chip/bank && echo 4 > $chip/bank/num_lines && echo gpio-test > $chip/bank/label && echo 1 > $chip/live || exit 6
mkdir -p /etc/prism/Boards
cat > /etc/prism/Boards/pc.json5 <<'BOARD'
{ header: { chip: "gpio-test", lines: { "1": 0, "2": 1 } }, buttons: [{ use: "shutter", pin: 1, halfPin: 2, pull: "up" }] }
BOARD
device=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank/chip_name)
button() { echo "pull-$2" > "$device/sim_gpio$1/pull"; }

plan='{"camera":"mock:imx296","backend":"drm","mode":"640x480","width":640,"height":480,"fills":true,"quarters":0,'\
'"isMirrored":false,"quality":93,"showsHistogram":false,"showsTelemetry":false,"showsLevel":false,"showsShutter":true,'\
'"readsDevices":true,"theme":"normal","showsInfo":true,"isJSON":true,"output":"/tmp/out/shot-%06d.jpg"}'
button 0 up
button 1 up
prism-screen "$plan" > /tmp/out/events 2> /tmp/out/lines &
program=$!
sleep 6
# A tap on the picture, a drag up by a quarter, two fingers apart, the space bar, the shutter on the screen.
uinput tap 250 500 sleep 1000 drag 300 800 300 550 sleep 1000 pinch 200 400 sleep 1000 key 57 60 sleep 9000 tap 920 500 sleep 9000
# Half down, down, and up again.
button 1 down
sleep 3
button 0 down
sleep 0.2
button 0 up
sleep 9
button 1 up
sleep 1
uinput key 16 60
wait $program
status=$?
cat /tmp/out/lines /tmp/out/events
[ $status = 0 ] || exit 2
has() { grep -q "$1" /tmp/out/events || { echo "no event with $1"; exit 3; }; }
has '"event":"controls".*"focus":\[0.2'
# A quarter of the height is one stop.
has '"event":"controls","exposureValue":\(0.9\|1\)'
has '"zoom":\(1.9\|2\)'
[ "$(grep -c '"event":"photo"' /tmp/out/events)" = 3 ] || exit 4
grep -q 'input: test touch screen is gone' /tmp/out/lines || exit 5
