#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# frames.py DIRECTORY: sixteen pictures of 640x480 for the simulated webcam, a bright field that moves over a ramp.
import os
import sys


def picture(number, width=640, height=480):
    ramp = b"".join(bytes([64 + x * 128 // width] * 3) for x in range(width))
    left, right = number * 40, number * 40 + 40
    field = ramp[:left * 3] + bytes([250, 240, 30] * 40) + ramp[right * 3:]
    return b"P6\n%d %d\n255\n" % (width, height) + ramp * 160 + field * 160 + ramp * 160


def main():
    for number in range(16):
        with open(os.path.join(sys.argv[1], f"{number:02}.ppm"), "wb") as file:
            file.write(picture(number))


if __name__ == "__main__":
    main()
