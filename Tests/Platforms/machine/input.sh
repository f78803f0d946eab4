# SPDX-License-Identifier: MIT
# Runs in the emulated machine: fingers and keys that uinput simulates change the controls and take photographs.
plan='{"camera":"mock:imx708","backend":"drm","mode":"640x480","width":640,"height":480,"fills":true,"quarters":0,'\
'"isMirrored":false,"quality":93,"showsHistogram":false,"showsTelemetry":false,"showsLevel":false,"showsShutter":true,'\
'"readsDevices":true,"theme":"normal","showsInfo":true,"isJSON":true,"output":"/tmp/out/shot-%06d.jpg"}'
prism-screen "$plan" > /tmp/out/events 2> /tmp/out/lines &
program=$!
sleep 5
# A tap on the picture, a drag up, a pinch, the space bar, the shutter on the screen, one key that is plugged in late, and q.
uinput tap 250 500 sleep 1000 drag 300 800 300 550 sleep 1000 pinch 200 400 sleep 1000 key 57 60 sleep 8000 tap 920 500 sleep 8000
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
[ "$(grep -c '"event":"photo"' /tmp/out/events)" = 2 ] || exit 4
grep -q 'input: test touch screen is gone' /tmp/out/lines || exit 5
