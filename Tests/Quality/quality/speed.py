# SPDX-License-Identifier: MIT
"""Time and memory at 12.3 megapixels, against a baseline of OpenCV and numpy in the same run."""
import json
import shutil
import subprocess
import sys
import time

import cv2
import numpy as np

from . import program
from .burst import Burst
from .cases import Case
from .targets import row

WIDTH, HEIGHT = 4056, 3040


def _frames(folder, count):
    """A burst at the full size of an imx477."""
    case = Case(
        "speed", "china", "imx477", 8.0, 3.0, count, 5, width=WIDTH, height=HEIGHT, hot=1e-4
    )
    made = Burst(case)
    return program.write(made, 0, folder), made


_LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def _peak(line):
    """Peak resident memory of a process in MB; a child begins with its parent's, hence a small parent."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LAUNCHER, *line], capture_output=True, text=True,
        check=True,
    )
    return int(done.stderr.split()[-1]) / 1024


def _line(prism, paths, folder, *options):
    line = [prism, "night", "--from", *paths, "-o", f"{folder}/o.jpg", "--overwrite"]
    return [*line, "--report", f"{folder}/r.json", *options]


def _timings(prism, paths, folder, threads, clock):
    """Best of three: seconds for each added frame, and for the finish with its JPEG."""
    found = []
    for _ in range(3):
        line = _line(prism, paths, folder, "--threads", str(threads))
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        with open(f"{folder}/r.json", encoding="utf-8") as file:
            timings = json.load(file)["timings"]
        added = timings["stack"][clock] / len(paths)
        found.append((added, timings["finish"][clock] + timings["encode"][clock]))
    return [min(values) for values in zip(*found)]


def _baseline(paths, made):
    """Seconds of this thread's processor time to add one frame, as OpenCV and numpy do it."""
    cv2.setNumThreads(1)
    pair = [made.normal(cv2.imread(path, cv2.IMREAD_UNCHANGED)) for path in paths[:2]]
    start = time.thread_time()
    greys = [_stable(made, frame) for frame in pair]
    pyramids = [greys]
    for _ in range(3):
        pyramids.append([cv2.pyrDown(grey) for grey in pyramids[-1]])
    matrix = np.eye(2, 3, dtype=np.float32)
    for level in reversed(range(4)):
        if level < 3:
            matrix[:, 2] *= 2
        criteria = (3, 40, 1e-5)
        reference, moved = pyramids[level]
        _, matrix = cv2.findTransformECC(
            reference, moved, matrix, cv2.MOTION_EUCLIDEAN, criteria, None, 5
        )
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    total = np.zeros_like(pair[0])
    grey = cv2.warpAffine(greys[1], matrix, greys[1].shape[::-1], flags=flags)
    differ = cv2.GaussianBlur(np.abs(greys[0] - grey) / 2**0.5, (0, 0), 2) * 1.2533
    weight = cv2.erode(np.clip((2.2 - differ) / 0.85, 0, 1), np.ones((3, 3)))
    for y in (0, 1):
        for x in (0, 1):
            plane = np.ascontiguousarray(pair[1][y::2, x::2])
            total[y::2, x::2] += weight * cv2.warpAffine(
                plane, matrix, plane.shape[::-1], flags=flags
            )
    return time.thread_time() - start


def _stable(made, frame):
    """The grey of quads where noise has one size everywhere."""
    grey = (frame[0::2, 0::2] + frame[0::2, 1::2] + frame[1::2, 0::2] + frame[1::2, 1::2]) / 4
    slope, offset = made.slope, made.offset
    inner = np.maximum(slope * grey + offset / 4 + 0.375 * slope**2, 1e-12)
    return (2 / slope * np.sqrt(inner)).astype(np.float32)


def judge(prism, folder):
    """Rows of the table."""
    paths, made = _frames(folder, 8)
    added, finish = _timings(prism, paths, folder, 1, "processor")
    alone = _timings(prism, paths, folder, 1, "seconds")
    pair = _timings(prism, paths, folder, 2, "seconds")
    baseline = _baseline(paths, made)
    few = _peak(_line(prism, paths, folder))
    many = _peak(_line(prism, [paths[i % 8] for i in range(200)], folder))
    shutil.rmtree(folder)
    rows = [
        ("added frame", 1000 * added, 100, False, "ms"),
        ("OpenCV/numpy over added frame", baseline / added, 8, True, "×"),
        ("finish and JPEG", finish, 1.2, False, "s"),
        ("two threads, added frame", alone[0] / pair[0], 1.7, True, "×"),
        ("two threads, picture", alone[1] / pair[1], 1.7, True, "×"),
        ("peak memory, 8 frames", few, 150, False, "MB"),
        ("peak memory, 200 frames", many, 150, False, "MB"),
        ("memory of 192 more frames", many - few, 1, False, "MB"),
    ]
    return [
        row("12.3 MP", name, value, limit, value >= limit if up else value <= limit, up, unit)
        for name, value, limit, up, unit in rows
    ]
