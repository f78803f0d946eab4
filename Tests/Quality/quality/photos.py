# SPDX-License-Identifier: MIT
"""Photographs that lie in the wheels of scikit-image and scikit-learn; nothing is downloaded."""
import os

import cv2
import numpy as np

_SKIMAGE = {
    "astronaut": "astronaut.png",
    "coffee": "coffee.png",
    "motorcycle": "motorcycle_left.png",
    "cat": "chelsea.png",
    "rocket": "rocket.jpg",
    "hubble": "hubble_deep_field.jpg",
    "retina": "retina.jpg",
    "tissue": "ihc.png",
    "grass": "grass.png",
    "gravel": "gravel.png",
    "brick": "brick.png",
}
_SKLEARN = {"china": "china.jpg", "flower": "flower.jpg"}


def _folder(package):
    module = __import__(package)
    return os.path.dirname(module.__file__)


def _path(name):
    if name in _SKLEARN:
        return os.path.join(_folder("sklearn"), "datasets", "images", _SKLEARN[name])
    return os.path.join(_folder("skimage"), "data", _SKIMAGE[name])


def available():
    """Names of the photographs that the installed wheels have."""
    return sorted(name for name in [*_SKIMAGE, *_SKLEARN] if os.path.exists(_path(name)))


def load(name):
    """A photograph as linear red, green, blue in 0 ... 1."""
    picture = cv2.imread(_path(name), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"no photograph {name} in the wheels")
    return to_linear(picture[..., ::-1].astype(np.float32) / 255)


def to_linear(code):
    """sRGB to light."""
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def to_code(light):
    """Light to sRGB."""
    light = np.clip(light, 0, 1)
    curved = 1.055 * np.power(light, 1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, 12.92 * light, curved).astype(np.float32)
