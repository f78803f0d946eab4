# SPDX-License-Identifier: MIT
# Writes an initramfs (cpio "newc") without being root, and finds which modules a kernel needs in which order.
import lzma
import os
import stat


class Initramfs:
    """An archive in the making; directories appear as they are needed."""

    def __init__(self, file):
        self.out = file
        self.known = set()
        self.number = 0

    def entry(self, name, mode, data=b"", device=(0, 0)):
        self.number += 1
        path = name.encode() + b"\0"
        fields = (self.number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(path), 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + path
        self.out.write(head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4))

    def directory(self, path):
        parts = path.strip("/").split("/")
        for count in range(1, len(parts) + 1):
            name = "/".join(parts[:count])
            if name and name not in self.known:
                self.known.add(name)
                self.entry(name, stat.S_IFDIR | 0o755)

    def file(self, path, data, mode=0o755):
        self.directory(os.path.dirname(path))
        self.entry(path, stat.S_IFREG | mode, data)

    def node(self, path, major, minor):
        self.directory(os.path.dirname(path))
        self.entry(path, stat.S_IFCHR | 0o600, device=(major, minor))

    def tree(self, root):
        """All regular files below a directory, links followed."""
        for name in ("dev", "proc", "sys", "tmp", "run", "modules"):
            self.directory(name)
        for folder, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    self.file(os.path.relpath(path, root), file.read())

    @staticmethod
    def module(path):
        """A module's name and its bytes, unpacked."""
        name = os.path.basename(path)
        if name.endswith(".xz"):
            with lzma.open(path) as file:
                return name[:-3], file.read()
        with open(path, "rb") as file:
            return name, file.read()

    def close(self):
        self.entry("TRAILER!!!", 0)


def stem(path):
    return os.path.basename(path).split(".ko")[0].replace("-", "_")


def load_order(folder, names):
    """Paths of the modules of these names with all that they need, each after what it needs."""
    needs, paths = {}, {}
    with open(os.path.join(folder, "modules.dep"), encoding="utf-8") as file:
        for line in file:
            path, _, rest = line.partition(":")
            needs[path] = rest.split()
            paths[stem(path)] = path
    with open(os.path.join(folder, "modules.builtin"), encoding="utf-8") as file:
        builtin = {stem(line.strip()) for line in file}
    order = []

    def add(path):
        # modules.dep lists the nearest needs first.
        for need in reversed(needs[path]):
            add(need)
        if path not in order:
            order.append(path)

    for name in (name.replace("-", "_") for name in names):
        if name in paths:
            add(paths[name])
        elif name not in builtin:
            raise SystemExit(f"machine: no module {name}")
    return order
