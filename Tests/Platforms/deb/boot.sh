# SPDX-License-Identifier: MIT
# In the emulated machine: unpacks the system into memory, starts its systemd and hands out what service.sh reported.
set -eu
mkdir -p /system
mount -t tmpfs -o size=2500m tmpfs /system
tar -x -f /system.tar -C /system
rm /system.tar
for folder in dev proc sys run tmp; do mkdir -p "/system/$folder"; done
mount --bind /dev /system/dev
mount -t sysfs sys /system/sys
mount -t cgroup2 cgroup /system/sys/fs/cgroup

cp /service.sh /system/service.sh
cat > /system/etc/systemd/system/check.service << UNIT
[Unit]
After=multi-user.target
[Service]
Type=oneshot
Environment=PLANT=${1:-}
ExecStart=/bin/bash /service.sh
ExecStopPost=/bin/systemctl exit
UNIT
mkdir -p /system/etc/systemd/system/multi-user.target.wants
ln -sf ../check.service /system/etc/systemd/system/multi-user.target.wants/check.service
# A system in a namespace of processes of its own: its end is not the machine's.
container=machine unshare --pid --fork --mount sh -c 'mount -t proc proc /system/proc
    exec chroot /system /lib/systemd/systemd --unit=multi-user.target --log-target=console --show-status=no' || true
cp /system/var/lib/check/* /tmp/out/ 2> /dev/null || true
