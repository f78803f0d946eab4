# SPDX-License-Identifier: MIT
# Runs in the emulated machine: seatd takes the screen away as another console comes, and gives it back.
seatd -l error &
seatd=$!
sleep 1
plan='{"camera":"mock:imx219","backend":"drm","mode":"640x480","width":640,"height":480,"fills":true,"quarters":0,'\
'"isMirrored":false,"quality":93,"showsHistogram":false,"showsTelemetry":false,"showsLevel":false,"showsShutter":false,'\
'"readsDevices":true,"theme":"normal","showsInfo":true,"isJSON":true}'
LIBSEAT_BACKEND=seatd prism-screen "$plan" > /tmp/out/summary 2> /tmp/out/lines &
program=$!
sleep 6
chvt 2
sleep 4
before=$(grep shown /tmp/out/lines | tail -n 1)
sleep 3
while_away=$(grep shown /tmp/out/lines | tail -n 1)
chvt 1
sleep 6
after=$(grep shown /tmp/out/lines | tail -n 1)
kill -TERM $program
wait $program
status=$?
kill $seatd
cat /tmp/out/lines
[ $status = 0 ] || exit 2
shown() { echo "$1" | sed 's/.*: \([0-9]*\) shown.*/\1/'; }
echo "shown before and on another console $(shown "$before"), $(shown "$while_away"), after $(shown "$after")"
[ "$(shown "$before")" -gt 0 ] && [ "$(shown "$before")" = "$(shown "$while_away")" ] &&
    [ "$(shown "$after")" -gt "$(shown "$while_away")" ]
