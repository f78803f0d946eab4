# SPDX-License-Identifier: MIT
"""Runs the program: frames to files, one run, its files back."""
import json
import os
import resource
import subprocess
from dataclasses import dataclass

import cv2
import numpy as np
import rawpy


@dataclass
class Run:
    """What one run came to."""

    report: dict
    merged: np.ndarray
    denoised: np.ndarray
    picture: np.ndarray
    seconds: float


def facts(burst):
    """The JSON file beside a frame."""
    case, sensor = burst.case, burst.sensor
    return {
        "order": "RGGB",
        "bits": sensor.bits,
        "black": [sensor.black],
        "white": sensor.white,
        "noise": {"slope": burst.slope, "offset": burst.offset},
        "asShotNeutral": [1 / gain for gain in case.balance],
        "baselineExposure": case.stops,
        "exposureTime": 1 / 15,
        "analogueGain": case.gain,
        "model": sensor.name,
    }


def write(burst, realisation, folder):
    """Writes the frames as PGM with JSON; returns their paths."""
    os.makedirs(folder, exist_ok=True)
    paths = []
    for index in range(burst.case.frames):
        path = os.path.join(folder, f"{index:02d}.pgm")
        cv2.imwrite(path, burst.frame(index, realisation))
        with open(path[:-4] + ".json", "w", encoding="utf-8") as file:
            json.dump(facts(burst), file)
        paths.append(path)
    return paths


def load(path):
    """A DNG's mosaic, 0 at black and 1 at white, by somebody else's libraw."""
    with rawpy.imread(path) as raw:
        black = np.array(raw.black_level_per_channel, np.float64)[raw.raw_colors_visible]
        white = raw.white_level
        return ((raw.raw_image_visible - black) / (white - black)).astype(np.float32)


def night(prism, paths, folder, *options):
    """Merges frames; everything that the program can write is written and read back."""
    os.makedirs(folder, exist_ok=True)
    names = {name: os.path.join(folder, name) for name in ("o.jpg", "m.dng", "d.dng", "r.json")}
    line = [prism, "night", "--from", *paths, "-o", names["o.jpg"], "--overwrite"]
    line += ["--merged", names["m.dng"], "--denoised", names["d.dng"]]
    line += ["--report", names["r.json"], *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(line[:3])}: {done.stderr.strip()}")
    with open(names["r.json"], encoding="utf-8") as file:
        report = json.load(file)
    picture = cv2.imread(names["o.jpg"], cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    return Run(
        report, load(names["m.dng"]), load(names["d.dng"]), picture[..., ::-1] / np.float32(255),
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
    )
