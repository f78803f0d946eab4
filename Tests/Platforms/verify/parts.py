# SPDX-License-Identifier: MIT
# The parts of a verification as the table `parts` lists them, and a hash of all that a part's outcome depends on.
import hashlib
import os
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One row of the table."""
    name: str
    command: str
    planted: str  # the command that a planted failure must break; empty: there is none
    inputs: tuple


def read_parts(path):
    """The rows of a table of parts."""
    parts = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = line.split("#", 1)[0].strip()
            if not row:
                continue
            fields = [field.strip() for field in row.split("|")]
            if len(fields) != 4:
                raise SystemExit(f"verify: {path}: four fields are expected: {row}")
            name, command, planted, inputs = fields
            planted = {"=": command, "-": ""}.get(planted, planted)
            parts.append(Part(name, command, planted, tuple(inputs.split())))
    return parts


def is_makeable(command, checkout):
    """False for `make TARGET` where there is no such target."""
    words = command.split()
    if words[0] != "make":
        return os.access(os.path.join(checkout, words[0]), os.X_OK)
    with open(os.path.join(checkout, "Makefile"), encoding="utf-8") as file:
        return any(line.startswith(words[1] + ":") for line in file)


class Inputs:
    """Hashes of a checkout's files, each read once."""

    def __init__(self, checkout, cache):
        self.checkout = checkout
        self.cache = cache
        git = ["git", "-c", f"safe.directory={checkout}", "-C", checkout, "ls-files", "-z", "-co", "--exclude-standard"]
        names = subprocess.run(git, check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
        self.files = {name: self.hash(os.path.join(checkout, name)) for name in sorted(filter(None, names))}
        self.system = self.describe_system()

    @staticmethod
    def hash(path):
        if not os.path.isfile(path):
            return "gone"
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() + ("x" if os.access(path, os.X_OK) else "")

    @staticmethod
    def describe_system():
        """The compiler and the system: what is built with others must be tried again."""
        swift = subprocess.run(["swift", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        with open("/etc/os-release", "rb") as file:
            return hashlib.sha256(swift.stdout + file.read()).hexdigest()

    def stamp(self, root):
        """What a cached root was made from."""
        path = os.path.join(self.cache, root)
        path = os.path.join(path, ".prism-stamp") if os.path.isdir(path) else path
        return self.hash(path)

    def key(self, part):
        """The hash of everything that the part depends on."""
        lines = [part.name, part.command, self.system]
        for item in part.inputs:
            if item.startswith("@"):
                lines.append(f"{item} {self.stamp(item[1:])}")
                continue
            prefix = "" if item == "." else item.rstrip("/") + "/"
            lines += [f"{name} {value}" for name, value in self.files.items()
                      if name.startswith(prefix) or name == item]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()
