# SPDX-License-Identifier: MIT
"""RGGB mosaics, and one plain way of rendering them that is the same for every contestant."""
import cv2
import numpy as np

from . import photos


def sample(light):
    """Red, green and blue behind RGGB filters."""
    result = np.empty(light.shape[:2], np.float32)
    result[0::2, 0::2] = light[0::2, 0::2, 0]
    result[0::2, 1::2] = light[0::2, 1::2, 1]
    result[1::2, 0::2] = light[1::2, 0::2, 1]
    result[1::2, 1::2] = light[1::2, 1::2, 2]
    return result


def planes(samples):
    """The four positions as pictures of half the size."""
    return np.stack([samples[y::2, x::2] for y in (0, 1) for x in (0, 1)])


def demosaic(samples):
    """Malvar, He and Cutler's linear filters."""
    green = np.float32(
        [[0, 0, -1, 0, 0], [0, 0, 2, 0, 0], [-1, 2, 4, 2, -1], [0, 0, 2, 0, 0], [0, 0, -1, 0, 0]]
    )
    across = np.float32(
        [
            [0, 0, 0.5, 0, 0],
            [0, -1, 0, -1, 0],
            [-1, 4, 5, 4, -1],
            [0, -1, 0, -1, 0],
            [0, 0, 0.5, 0, 0],
        ]
    )
    opposite = np.float32(
        [
            [0, 0, -1.5, 0, 0],
            [0, 2, 0, 2, 0],
            [-1.5, 0, 6, 0, -1.5],
            [0, 2, 0, 2, 0],
            [0, 0, -1.5, 0, 0],
        ]
    )

    def filtered(kernel):
        return cv2.filter2D(samples, -1, kernel / 8, borderType=cv2.BORDER_REFLECT_101)

    g, h, v, o = (filtered(k) for k in (green, across, across.T.copy(), opposite))
    result = np.dstack([samples] * 3)
    for y, x, own in ((0, 0, 0), (1, 1, 2)):
        result[y::2, x::2, 1] = g[y::2, x::2]
        result[y::2, x::2, 2 - own] = o[y::2, x::2]
    for y, x, row in ((0, 1, 0), (1, 0, 2)):
        result[y::2, x::2, row] = h[y::2, x::2]
        result[y::2, x::2, 2 - row] = v[y::2, x::2]
    return result


def shoulder(light, stops, knee=0.6):
    """Slope 1 to the knee, then a curve that ends at 1 for light of 2**stops."""
    most = max(2.0**stops, 1.0001)
    top = (most - knee) / (1 - knee)
    part = np.maximum(light - knee, 0) / (1 - knee)
    curved = knee + (1 - knee) * np.minimum(part * (1 + part / top**2) / (1 + part), 1)
    return np.where(light <= knee, light, curved).astype(np.float32)


def render(samples, case):
    """Balance, neutral highlights, brightness with a shoulder that keeps hues, sRGB."""
    colors = demosaic(np.clip(samples, -1, 1)) * np.float32(case.balance)
    colors = np.minimum(colors, min(case.balance)) * np.float32(2.0**case.stops)
    most = np.maximum(colors.max(-1), 1e-6)
    return photos.to_code(colors * (shoulder(most, case.stops) / most)[..., None])
