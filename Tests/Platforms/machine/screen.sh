# SPDX-License-Identifier: MIT
# Runs in the emulated machine: prism-screen until its time is over, until a signal, and until it is killed.
plan() {
    echo "{\"camera\":\"mock:imx219\",\"backend\":\"drm\",\"mode\":\"640x480\",\"width\":640,\"height\":480,"\
"\"fills\":true,\"quarters\":0,\"isMirrored\":false,\"quality\":93,\"showsHistogram\":false,\"showsLevel\":false,\"showsShutter\":false,\"readsDevices\":true,\"theme\":\"normal\",\"showsInfo\":false,\"isJSON\":true$1}"
}

display-check console vkms || exit 6
prism-screen "$(plan ',"duration":5000000000,"screenshot":"/tmp/out/screen.png","grid":"thirds","showsTelemetry":true')" || exit 1
display-check console vkms || exit 2

prism-screen "$(plan ',"showsTelemetry":false')" &
sleep 5
kill -TERM $!
wait $! || exit 3
display-check console vkms || exit 4

prism-screen "$(plan ',"showsTelemetry":false')" &
sleep 5
kill -KILL $!
wait $!
# The kernel gives the screen of a dead program to its own console.
display-check console vkms || exit 5
