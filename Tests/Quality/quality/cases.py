# SPDX-License-Identifier: MIT
"""Which bursts are judged: three fixed kinds, and as many drawn ones as asked for."""
from dataclasses import dataclass, replace

import numpy as np

from . import photos
from .sensors import SENSORS


@dataclass(frozen=True)
class Case:
    """A burst to be made. Lengths are in pixels of the mosaic."""

    name: str
    photo: str
    sensor: str
    gain: float
    stops: float
    frames: int
    seed: int
    width: int = 960
    height: int = 704
    shift: float = 10.0
    turn: float = 0.4
    mover: str = "object"  # object, fur, none
    mover_size: int = 64
    mover_speed: float = 9.0
    hot: float = 2e-4
    lamps: bool = True
    shear: float = 0.0  # motion during one readout
    flicker: float = 0.0  # depth of mains flicker
    parallax: float = 0.0  # how much further a near layer moves
    blur: float = 0.0  # sigma of the lens
    balance: tuple = (1.9, 1.0, 2.1)

    @property
    def is_plain(self):
        """Without the effects that the published figures do not have."""
        return self.shear == self.flicker == self.parallax == self.blur == 0


_A = dict(sensor="imx477", gain=8.0, stops=3.0, frames=8)
_B = dict(sensor="imx219", gain=10.0, stops=3.0, frames=15)
_C = dict(sensor="imx708", gain=16.0, stops=2.0, frames=8)


def fixed(random):
    """Cases A, B and C; their seeds are drawn."""

    def seed():
        return int(random.integers(1 << 31))

    cases = [Case(f"A {photo}", photo, seed=seed(), **_A) for photo in _A_PHOTOS]
    cases.append(Case("B china", "china", seed=seed(), **_B))
    cases.append(Case("C motorcycle", "motorcycle", seed=seed(), **_C))
    return cases


_A_PHOTOS = ("china", "astronaut", "coffee")
_DARK = ("hubble", "rocket", "retina")  # nearly black: nothing to align on at these gains


def drawn(random, count):
    """Cases of which everything is drawn, each with one effect of its own."""
    names = [name for name in photos.available() if name not in _DARK]
    effects = ["none", "shear", "flicker", "parallax", "blur", "fur"]
    cases = []
    for index in range(count):
        sensor = SENSORS[str(random.choice(sorted(SENSORS)))]
        effect = effects[index % len(effects)]
        photo = str(random.choice(names))
        case = Case(
            name=f"D{index} {effect} {photo} {sensor.name}",
            photo=photo,
            sensor=sensor.name,
            gain=round(float(random.uniform(0.3, 1)) * sensor.most_gain, 2),
            stops=float(random.integers(2, 4)),
            frames=int(random.integers(6, 16)),
            seed=int(random.integers(1 << 31)),
            shift=float(random.uniform(2, 40)),
            turn=float(random.uniform(0, 1.5)),
            mover_size=int(random.integers(40, 97)),
            mover_speed=float(random.uniform(3, 14)),
        )
        cases.append(_with(case, effect, random))
    return cases


def _with(case, effect, random):
    changes = {
        "none": {},
        "shear": dict(shear=float(random.uniform(1, 4))),
        "flicker": dict(flicker=float(random.uniform(0.03, 0.12))),
        "parallax": dict(parallax=float(random.uniform(0.1, 0.4)), mover="none"),
        "blur": dict(blur=float(random.uniform(0.7, 1.6))),
        "fur": dict(mover="fur"),
    }
    return replace(case, **changes[effect])


def generator(seed):
    """Draws everything."""
    return np.random.default_rng(seed)
