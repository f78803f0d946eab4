#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# capabilities.py HANDLER=FILE ...: one Markdown table of what each handler's camera has, from the conformance suite's lists.
import sys

KINDS = [("role", "Roles"), ("format", "Formats"), ("control", "Controls"), ("metadata", "In a frame's metadata"),
         ("property", "Properties")]


def read(path):
    """Pairs of kind and name."""
    with open(path, encoding="utf-8") as file:
        return {tuple(line.rstrip("\n").split("\t", 1)) for line in file if line.strip()}


def main():
    handlers = dict(argument.split("=", 1) for argument in sys.argv[1:])
    has = {name: read(path) for name, path in handlers.items()}
    print("| | " + " | ".join(has) + " |")
    print("| --- |" + " --- |" * len(has))
    for kind, title in KINDS:
        print(f"| **{title}** |" + " |" * len(has))
        for row in sorted({row for rows in has.values() for row in rows if row[0] == kind}):
            print(f"| {row[1]} | " + " | ".join("yes" if row in rows else "–" for rows in has.values()) + " |")


if __name__ == "__main__":
    main()
