# SPDX-License-Identifier: MIT
"""What is promised, number by number, and whether a case keeps it."""
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Target:
    """One promise: a figure, what it must be, and for which cases."""

    name: str
    figure: Callable
    limit: Callable
    at_least: bool
    applies: Callable = lambda case: True
    unit: str = ""

    def judge(self, case, figures):
        """(measured, limit, met), or None where the case has no such figure."""
        value = self.figure(figures)
        if value is None or not self.applies(case):
            return None
        limit = self.limit(case, figures)
        met = value >= limit if self.at_least else value <= limit
        return value, limit, met


def _of(name):
    return lambda figures: figures.get(name)


def _size(name):
    return lambda figures: None if figures.get(name) is None else abs(figures[name])


def _fixed(value):
    return lambda case, figures: value


def _ghost_limit(case, figures):
    return 2.0 if case.name[0] in "AC" else 4.0


TARGETS = (
    Target("gain", _of("gain"), lambda c, f: f["bound"] - 0.3, True, unit="dB"),
    Target("bias", _of("bias"), _fixed(42.0), True, unit="dB"),
    Target("gain, denoised", _of("clean_gain"), lambda c, f: f["bound"] + 1.5, True, unit="dB"),
    Target("bias, denoised", _of("clean_bias"), _fixed(40.0), True, unit="dB"),
    Target("ghost", _of("ghost"), _ghost_limit, False, unit="%"),
    Target("moving area over single", _of("moving"), _fixed(3.0), True, unit="dB"),
    Target(
        "alignment", _of("align"), _fixed(0.07), False,
        lambda case: case.shear == 0 and case.parallax == 0, "px"),
    Target("hot pixels left", _of("hot_left"), _fixed(0.0), False, unit="%"),
    Target("false hot pixels", _of("hot_false"), _fixed(2.0), False, unit="/Mpx"),
    Target("colour cast", _of("cast"), _fixed(0.05), False, unit="%"),
    Target("pedestal", _of("pedestal"), _fixed(0.05), False, unit="%"),
    Target("lamps' chroma, mosaic", _of("clip_chroma"), _fixed(2.0), False, unit="/255"),
    Target("lamps' chroma, JPEG", _of("clip_chroma_jpeg"), _fixed(2.0), False, unit="/255"),
    Target("new clipping, mosaic", _of("new_clip"), _fixed(0.0), False, unit="%"),
    Target("new clipping, JPEG", _of("new_clip_jpeg"), _fixed(0.0), False, unit="%"),
    Target("noise written", _size("noise_error"), _fixed(5.0), False, unit="%"),
    Target(
        "dE, denoised", _of("delta_e"), _fixed(3.3), False, lambda c: c.name == "A china"),
    Target(
        "SSIM, denoised", _of("ssim"), _fixed(0.92), True, lambda c: c.name == "A china"),
)


def table(case, figures):
    """Rows of text for one case."""
    rows = []
    for target in TARGETS:
        verdict = target.judge(case, figures)
        if verdict is None:
            continue
        rows.append(row(case.name, target.name, *verdict, target.at_least, target.unit))
    return rows


def row(case, name, value, limit, met, at_least, unit):
    """One line: what, measured, promised, kept or by how much not."""
    sign = "≥" if at_least else "≤"
    verdict = "met" if met else f"MISSED by {abs(value - limit):.3g}"
    return (
        f"{case:34s} {name:24s} {value:10.3f} {unit:5s} {sign} {limit:8.3f}  {verdict}",
        met,
    )
