#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# compare.py SEEN EXPECTED LEVELS: two PPM pictures of one size differ by no more than so many levels.
import sys


def read(path):
    """Width, height and samples of a P6 file."""
    with open(path, "rb") as file:
        data = file.read()
    fields, at = [], 0
    while len(fields) < 4:
        end = at
        while not data[end:end + 1].isspace():
            end += 1
        fields.append(data[at:end])
        at = end + 1
    if fields[0] != b"P6" or fields[3] != b"255":
        raise SystemExit(f"{path} is no 8-bit P6 picture")
    return int(fields[1]), int(fields[2]), data[at:]


def main():
    seen, expected, levels = read(sys.argv[1]), read(sys.argv[2]), float(sys.argv[3])
    if seen[:2] != expected[:2]:
        raise SystemExit(f"sizes differ: {seen[:2]} and {expected[:2]}")
    worst = max(range(len(expected[2])), key=lambda at: abs(seen[2][at] - expected[2][at]))
    apart = abs(seen[2][worst] - expected[2][worst])
    place = worst // 3
    print(f"{'PASS' if apart <= levels else 'FAIL'} the screen is {apart} levels from what is expected"
          f" (worst at {place % seen[0]},{place // seen[0]})")
    return 0 if apart <= levels else 1


if __name__ == "__main__":
    sys.exit(main())
