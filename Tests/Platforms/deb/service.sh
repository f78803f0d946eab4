#!/bin/bash
# SPDX-License-Identifier: MIT
# Under systemd: starts prism-timelapse@.service with the simulated camera, and writes what held into /var/lib/check.
set -u
mkdir -p /var/lib/check
cd /var/lib/check
unit=prism-timelapse@test
pictures=/var/lib/prism/test

claim() {
    local text=$1 log
    shift
    if log=$("$@" 2>&1); then printf 'passed\t%s\t\n' "$text"; else
        printf 'failed\t%s\t%s\n' "$text" "$(tail -n 1 <<< "$log" | tr '\t' ' ')"
    fi | tee -a claims
}
property() { systemctl show -p "$2" --value "$1"; }

# Waits until a command holds; what never comes is the watchdog's and the machine's time limit to end.
until_holds() { local n; for ((n = 0; n < 300; n++)); do "$@" && return; sleep 1; done; echo "never: $*"; return 1; }

configure() {
    printf 'TIMELAPSE=--every 2s --size 320x240 --camera %s\n' "$2" > "/etc/prism/timelapse/$1.conf"
    mkdir -p "/run/systemd/system/prism-timelapse@$1.service.d"
    printf '[Service]\nWatchdogSec=%s\nTimeoutStartSec=%s\nRestartSec=1\n' "${3:-60}" "${4:-120}" \
        > "/run/systemd/system/prism-timelapse@$1.service.d/test.conf"
}

has_pictures() { [ "$(find "$pictures" -name '*.jpg' | wc -l)" -ge "$1" ]; }

starts() {
    systemctl start "$unit" || { systemctl status "$unit"; return 1; }
    [ "$(property "$unit" ActiveState)/$(property "$unit" SubState)" = "${PLANT:-active}/running" ]
}

is_unprivileged() {
    local pid
    pid=$(property "$unit" MainPID)
    [ "$(stat -c %U "/proc/$pid")" = prism ] || { echo "it runs as $(stat -c %U "/proc/$pid")"; return 1; }
    grep -q '^CapEff:.0*$' "/proc/$pid/status" || { echo "it has capabilities"; return 1; }
    grep -q '^NoNewPrivs:.1' "/proc/$pid/status"
}

takes_pictures() {
    until_holds has_pictures 3
    [ "$(stat -c %U:%G "$pictures/000000.jpg")" = prism:prism ] || { echo "whose are they?"; return 1; }
    [ "$(tail -c 2 "$pictures/000000.jpg" | od -An -tx1 | tr -d ' ')" = ffd9 ]
}

was_restarted() { [ "$(property "$unit" NRestarts)" -ge 1 ] && [ "$(property "$unit" SubState)" = running ]; }

# A program that stands still sends no frames' signs of life; stopping it is what a hung camera looks like.
is_restarted_by_the_watchdog() {
    local before
    systemctl kill --signal=STOP "$unit"
    until_holds was_restarted || return 1
    before=$(find "$pictures" -name '*.jpg' | wc -l)
    until_holds has_pictures $((before + 2))
    [ "$(grep -c '"state":"anchor"' "$pictures/.prism/journal.jsonl")" -ge 2 ] || { echo "it began anew"; return 1; }
}

stops() {
    systemctl stop "$unit"
    [ "$(property "$unit" Result)" = success ] && [ "$(property "$unit" ActiveState)" = inactive ]
    tail -n 1 "$pictures/.prism/journal.jsonl" | grep -q '"state":"ended"'
}

# Never ready without a frame.
without_frames_it_does_not_start() {
    configure dead mock:imx219,fault=unplug@0 60 30
    ! systemctl start prism-timelapse@dead || { echo "it was ready without a frame"; return 1; }
    systemctl stop prism-timelapse@dead
}

a_wrong_option_is_not_tried_again() {
    configure wrong 'mock:imx219 --no-such-option'
    ! systemctl start prism-timelapse@wrong || return 1
    [ "$(property prism-timelapse@wrong NRestarts)" = 0 ] && [ "$(property prism-timelapse@wrong ActiveState)" = failed ]
}

configure test mock:imx219 20
systemctl daemon-reload
claim "systemd starts the unit, which is ready with its first frame" starts
claim "it runs as prism, without capabilities" is_unprivileged
claim "whole pictures appear, and belong to prism" takes_pictures
claim "without frames the watchdog restarts it, and the run goes on" is_restarted_by_the_watchdog
claim "it stops in order" stops
claim "a camera without frames is never ready" without_frames_it_does_not_start
claim "a wrong option is not tried again" a_wrong_option_is_not_tried_again
journalctl --no-pager -o cat > journal.txt 2>&1 || true
