#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Boots a kernel in QEMU without KVM, runs one command in it, and hands back its output, files and exit status.
"""Runs a command in an emulated machine.

    machine.py --kernel DIR --modules vkms,virtio-gpu --root DIR --out DIR -- COMMAND...

Needs no root and no network: the initramfs, device nodes included, is written here. The guest talks on three virtio
ports: `out` carries what the command prints, `files` a tar of its /tmp/out, and `ctl` lines: "shot NAME" is answered
with "ok" once OUT/NAME.ppm holds the screen, "unplug" and "plug" end and start the USB camera, "exit N" is the command's
status. Exit status: the command's; 124 where time ran out, 125 where the machine ended without one.
"""
import argparse
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from initramfs import Initramfs, load_order

INIT = r"""#!/bin/busybox sh
B=/bin/busybox
export PATH=/bin LD_LIBRARY_PATH=/lib
$B mount -t devtmpfs dev /dev
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t tmpfs tmp /tmp
$B mkdir -p /dev/pts /tmp/out /run
$B mount -t devpts pts /dev/pts
$B --install -s /bin
while read -r module arguments; do
    insmod "$module" $arguments || echo "cannot load $module" > /dev/console
done < /modules/order
# A file system that may itself be a module.
mount -t configfs none /sys/kernel/config 2>/dev/null
# libcamera hears of cameras that come and go through udev alone.
if [ -x /usr/lib/systemd/systemd-udevd ]; then
    mkdir -p /run/udev
    /usr/lib/systemd/systemd-udevd --daemon
    udevadm trigger --action=add
    udevadm settle --timeout=60
fi
port() {
    for entry in /sys/class/virtio-ports/*; do
        [ "$(cat "$entry/name" 2>/dev/null)" = "$1" ] && echo "/dev/${entry##*/}" && return
    done
}
tries=0
while [ -z "$(port ctl)" ] && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
export MACHINE_CTL=$(port ctl)
cd /tmp
sh /command < /dev/null > "$(port out)" 2>&1
status=$?
tar -C /tmp/out -cf - . > "$(port files)"
echo "exit $status" > "$MACHINE_CTL"
sleep 5
poweroff -f
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel", required=True, help="an unpacked kernel with its modules")
    parser.add_argument("--modules", default="", help="names, by commas; NAME:ARG=VALUE:... with arguments")
    parser.add_argument("--root", required=True, help="files of the guest, at their places")
    parser.add_argument("--gpu", choices=["virtio", "bochs", "none"], default="none")
    parser.add_argument("--webcam", default="", help="a command that is given a socket: a USB camera")
    parser.add_argument("--out", required=True, help="where the guest's /tmp/out and the screens go")
    parser.add_argument("--memory", default="1024", help="megabytes")
    parser.add_argument("--timeout", type=float, default=600, help="seconds")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if arguments.command[:1] == ["--"]:
        arguments.command = arguments.command[1:]
    return arguments


def write_initramfs(arguments, path):
    with open(os.path.join(arguments.kernel, "version"), encoding="ascii") as file:
        version = file.read().strip()
    modules = os.path.join(arguments.kernel, "lib/modules", version)
    options = {}
    for item in filter(None, arguments.modules.split(",")):
        name, *values = item.split(":")
        options[name.replace("-", "_")] = " ".join(values)
    names = list(options) + {"virtio": ["virtio_gpu"], "bochs": ["bochs"], "none": []}[arguments.gpu]
    with open(path, "wb") as file:
        image = Initramfs(file)
        image.tree(arguments.root)
        image.node("dev/console", 5, 1)
        image.node("dev/null", 1, 3)
        order = []
        for module in load_order(modules, names):
            name, data = image.module(os.path.join(modules, module))
            order.append(f"/modules/{name} {options.get(name[:-3].replace('-', '_'), '')}")
            image.file(f"modules/{name}", data, 0o644)
        image.file("modules/order", ("\n".join(order) + "\n").encode(), 0o644)
        image.file("command", (" ".join(arguments.command) + "\n").encode())
        image.file("init", INIT.encode())
        image.close()
    return os.path.join(arguments.kernel, "boot", f"vmlinuz-{version}")


class Machine:
    """A running QEMU with its sockets."""

    PORTS = ("ctl", "out", "files")

    def __init__(self, arguments, kernel, initramfs, folder):
        self.arguments = arguments
        self.folder = folder
        self.files = b""
        self.lines = b""
        self.status = None
        self.log = open(os.path.join(folder, "qemu.log"), "wb")
        self.webcam = None
        self.plug()
        self.process = subprocess.Popen(
            self.command(kernel, initramfs), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.qmp = self.connect("qmp")
        self.qmp_lines = self.qmp.makefile("rw")
        self.qmp_lines.readline()
        self.ask("qmp_capabilities")
        self.sockets = {self.connect(name): name for name in self.PORTS}

    def command(self, kernel, initramfs):
        # One processor: with two, an early boot under multi-threaded emulation rarely fails.
        command = [
            "qemu-system-x86_64", "-accel", "tcg", "-smp", "1", "-m", self.arguments.memory, "-nodefaults",
            "-no-user-config", "-display", "none", "-no-reboot", "-net", "none",
            "-M", "q35,usb=off,smm=off,vmport=off", "-cpu", "max", "-kernel", kernel, "-initrd", initramfs,
            "-append", "console=ttyS0 panic=-1 quiet loglevel=4 mitigations=off nokaslr "
            "random.trust_cpu=on tsc=reliable no_timer_check",
            "-serial", f"file:{self.path('serial')}", "-qmp", f"unix:{self.path('qmp')},server=on,wait=off",
            "-device", "virtio-serial-pci"]
        for name in self.PORTS:
            command += ["-chardev", f"socket,id={name},path={self.path(name)},server=on,wait=off",
                        "-device", f"virtserialport,chardev={name},name={name}"]
        if self.arguments.webcam:
            command += ["-device", "usb-ehci,id=ehci",
                        "-chardev", f"socket,id=webcam,path={self.path('webcam')},reconnect=1",
                        "-device", "usb-redir,chardev=webcam,bus=ehci.0"]
        device = {"virtio": "virtio-gpu-pci", "bochs": "bochs-display"}.get(self.arguments.gpu)
        return command + (["-device", f"{device},id=gpu,xres=1024,yres=768"] if device else [])

    def path(self, name):
        return os.path.join(self.folder, name)

    def connect(self, name):
        for _ in range(300):
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(self.path(name))
                return connection
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"machine: QEMU ended: {self.text('qemu.log')}") from None
                time.sleep(0.02)
        raise SystemExit(f"machine: no socket {name}")

    def plug(self):
        """Starts the USB camera and waits until it listens."""
        if not self.arguments.webcam or self.webcam:
            return
        path = self.path("webcam")
        with open(os.path.join(self.arguments.out, "webcam.log"), "ab") as log:
            self.webcam = subprocess.Popen(self.arguments.webcam.replace("SOCKET", path).split(),
                                           stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while not os.path.exists(path):
            if self.webcam.poll() is not None:
                raise SystemExit("machine: the camera ended; its log is webcam.log")
            time.sleep(0.02)

    def unplug(self):
        if self.webcam:
            self.webcam.kill()
            self.webcam.wait()
            self.webcam = None
            os.unlink(self.path("webcam"))

    def ask(self, command, **arguments):
        self.qmp_lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.qmp_lines.flush()
        while True:
            answer = json.loads(self.qmp_lines.readline())
            if "event" not in answer:
                return answer

    def text(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()[-4000:]

    def run(self):
        """Serves the guest until it has a status, QEMU ends, or time runs out."""
        end = time.monotonic() + self.arguments.timeout
        while self.status is None and self.sockets and time.monotonic() < end:
            ready, _, _ = select.select(list(self.sockets), [], [], 0.5)
            if not ready and self.process.poll() is not None:
                return 125
            for connection in ready:
                self.receive(connection)
        if self.status is None:
            return 124 if self.sockets else 125
        self.drain()
        return self.status

    def receive(self, connection):
        data = connection.recv(65536)
        name = self.sockets[connection]
        if not data:
            del self.sockets[connection]
        elif name == "out":
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
        elif name == "files":
            self.files += data
        else:
            self.lines += data
            *lines, self.lines = self.lines.split(b"\n")
            for line in lines:
                self.obey(line.decode(), connection)

    def obey(self, line, connection):
        word, _, rest = line.strip().partition(" ")
        if word == "shot":
            name = os.path.join(os.path.abspath(self.arguments.out), f"{rest}.ppm")
            self.ask("screendump", filename=name, device="gpu")
            connection.send(b"ok\n")
        elif word in ("plug", "unplug"):
            self.plug() if word == "plug" else self.unplug()
            connection.send(b"ok\n")
        elif word == "exit":
            self.status = int(rest)

    def drain(self):
        """What was still on its way when the status came."""
        while self.sockets:
            ready, _, _ = select.select(list(self.sockets), [], [], 0.3)
            if not ready:
                return
            for connection in ready:
                self.receive(connection)

    def stop(self):
        try:
            self.ask("quit")
            self.process.wait(5)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.unplug()
        self.log.close()


def main():
    arguments = parse_arguments()
    # What is called off must not leave QEMU behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.makedirs(arguments.out, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="prism-machine.")
    try:
        initramfs = os.path.join(folder, "initramfs")
        kernel = write_initramfs(arguments, initramfs)
        machine = Machine(arguments, kernel, initramfs, folder)
        try:
            status = machine.run()
        finally:
            machine.stop()
        if machine.files:
            subprocess.run(["tar", "-C", arguments.out, "-xf", "-"], input=machine.files, check=False)
        if status in (124, 125):
            sys.stderr.write(machine.text("serial") + machine.text("qemu.log"))
        return status
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
