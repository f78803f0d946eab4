# SPDX-License-Identifier: MIT
# Runs in the emulated machine: a screen made through configfs is unplugged under prism-screen and plugged in again.
home=/sys/kernel/config/vkms
mkdir "$home/card" && cd "$home/card" || exit 1
mkdir planes/primary crtcs/crtc encoders/encoder connectors/screen || exit 1
echo 1 > planes/primary/type
ln -s "$home/card/crtcs/crtc" planes/primary/possible_crtcs
ln -s "$home/card/crtcs/crtc" encoders/encoder/possible_crtcs
ln -s "$home/card/encoders/encoder" connectors/screen/possible_encoders
echo 1 > connectors/screen/status
echo 1 > enabled || exit 1
cd /tmp

plan='{"camera":"mock:imx219","backend":"drm","mode":"640x480","width":640,"height":480,"fills":true,"quarters":0,'\
'"isMirrored":false,"quality":93,"showsHistogram":false,"showsLevel":false,"showsShutter":false,"readsDevices":false,"showsTelemetry":false,"theme":"normal","showsInfo":true,"isJSON":true}'
prism-screen "$plan" > /tmp/out/summary 2> /tmp/out/lines &
program=$!
sleep 5
echo 2 > "$home/card/connectors/screen/status"
sleep 4
before=$(tail -n 1 /tmp/out/lines)
sleep 3
while_gone=$(tail -n 1 /tmp/out/lines)
echo 1 > "$home/card/connectors/screen/status"
sleep 5
after=$(tail -n 1 /tmp/out/lines)
kill -TERM $program
wait $program || exit 2

shown() { echo "$1" | sed 's/.*: \([0-9]*\) shown.*/\1/'; }
echo "shown before and while unplugged $(shown "$before"), $(shown "$while_gone"), after $(shown "$after")"
[ "$(shown "$before")" -gt 0 ] && [ "$(shown "$before")" = "$(shown "$while_gone")" ] &&
    [ "$(shown "$after")" -gt "$(shown "$while_gone")" ]
