# SPDX-License-Identifier: MIT
"""One burst through the program, and its figures."""
import os
import shutil

import numpy as np

from . import metrics, mosaic, program
from .burst import Burst


def burst(prism, case, folder):
    """All figures of a case."""
    made = Burst(case)
    runs = []
    for realisation in (0, 1):
        place = os.path.join(folder, f"{realisation}")
        paths = program.write(made, realisation, place)
        runs.append(program.night(prism, paths, place + "-out"))
    reference = _common_reference(prism, made, runs, folder)
    figures = _compare(made, runs, reference)
    shutil.rmtree(folder)
    return figures


def _common_reference(prism, made, runs, folder):
    """Both realisations must share a pose; where the choice differs, the second follows the first."""
    reference = runs[0].report["reference"]
    if runs[1].report["reference"] == reference:
        return reference
    place = os.path.join(folder, "1")
    order = [reference] + [i for i in range(made.case.frames) if i != reference]
    paths = [os.path.join(place, f"{index:02d}.pgm") for index in order]
    runs[1] = program.night(prism, paths, place + "-out", "--reference", "first")
    return reference


def _compare(made, runs, reference):
    single = [made.normal(made.frame(reference, realisation)) for realisation in (0, 1)]
    alone = metrics.raw(made, *single, reference)
    alone.update(metrics.rendered(made, single[0], reference))
    merged = metrics.raw(made, runs[0].merged, runs[1].merged, reference)
    merged.update(metrics.rendered(made, runs[0].merged, reference))
    clean = metrics.raw(made, runs[0].denoised, runs[1].denoised, reference)
    clean.update(metrics.rendered(made, runs[0].denoised, reference))
    report = runs[0].report
    figures = {
        "used": report["used"],
        "bound": 10 * np.log10(made.case.frames),
        "gain": merged["psnr"] - alone["psnr"],
        "bias": merged["bias"],
        "clean_gain": clean["psnr"] - alone["psnr"],
        "clean_bias": clean["bias"],
        "ghost": merged.get("ghost"),
        "ghost_single": alone.get("ghost"),
        "moving": _difference(merged, alone, "psnr_moving"),
        "moving_clean": _difference(clean, alone, "psnr_moving"),
        "hot_left": merged.get("hot_left"),
        "clip_chroma": merged.get("clip_chroma"),
        "new_clip": merged["new_clip"],
        "cast": merged["cast"],
        "pedestal": merged["pedestal"],
        "delta_e": clean["delta_e"],
        "ssim": clean["ssim"],
    }
    figures["align"], figures["align95"] = metrics.alignment(
        made, report["transforms"], reference
    ) or (None, None)
    figures["noise_error"] = _noise_error(report, merged)
    figures["hot_false"] = _false_hot(made, report)
    figures.update(_shown(made, runs[0], reference))
    return figures


def _difference(one, other, name):
    return one[name] - other[name] if name in one and name in other else None


def _noise_error(report, merged):
    """How far the noise that was measured is from what the program wrote, in percent."""
    slopes, offsets = np.array(report["noise"]).mean(0)
    written = slopes * merged["signal"] + offsets
    return 100 * (merged["variance"] / written - 1)


def _false_hot(made, report):
    """Places called hot that are not, per megapixel."""
    hot = set(made.hot.tolist())
    width = made.case.width
    false = sum(1 for pixel in report["hotPixels"] if pixel["y"] * width + pixel["x"] not in hot)
    return false / (width * made.case.height / 1e6)


def _shown(made, run, reference):
    """Highlights of the JPEG itself, against what a noise-free frame would show."""
    truth = made.clean(reference)
    inside = np.zeros(truth.shape, bool)
    inside[metrics.BORDER : -metrics.BORDER, metrics.BORDER : -metrics.BORDER] = True
    want = mosaic.render(truth, made.case)
    found = metrics.highlights(truth, run.picture, want, inside)
    return {name + "_jpeg": value for name, value in found.items()}
