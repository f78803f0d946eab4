# SPDX-License-Identifier: MIT
# What other people's libraries make of the same picture: prints how far each of our results is off.
"""Usage: judge.py DIRECTORY WIDTH HEIGHT

Reads in.rgb (R, G, B bytes) and NAME.rgb for each case below; prints NAME, the largest difference, and
the share of values that are off by more than 2 in millionths, one case a line.
"""
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")

import colour  # noqa: E402
import cv2  # noqa: E402
import numpy as np  # noqa: E402
import scipy.interpolate  # noqa: E402
import scipy.ndimage  # noqa: E402
import skimage.exposure  # noqa: E402
import skimage.filters  # noqa: E402
import skimage.measure  # noqa: E402
import skimage.morphology  # noqa: E402

folder, width, height = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])


def read(name):
    data = np.fromfile(folder / f"{name}.rgb", np.uint8)
    return data.reshape(height, width, 3)


image = read("in")
unit = image / 255.0
linear = colour.models.eotf_sRGB(unit)


def encoded(light):
    return colour.models.eotf_inverse_sRGB(np.clip(light, 0, 1)) * 255


def each(function):
    return np.dstack([function(image[..., c].astype(float)) for c in range(3)])


def saturation(amount):
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)[..., None].astype(float)
    return grey + (image - grey) * amount


def hue(angle):
    ycc = cv2.cvtColor(unit.astype(np.float32), cv2.COLOR_RGB2YCrCb).astype(float)
    # Cb and Cr at equal swing, as in JPEG: OpenCV's scales are 0.564 and 0.713.
    cr, cb = (ycc[..., 1] - 0.5) * 0.5 / 0.713 / 0.701, (ycc[..., 2] - 0.5) * 0.5 / 0.564 / 0.886
    s, c = np.sin(angle), np.cos(angle)
    turned_b, turned_r = cb * c - cr * s, cb * s + cr * c
    ycc[..., 1] = turned_r * 2 * 0.701 * 0.713 + 0.5
    ycc[..., 2] = turned_b * 2 * 0.886 * 0.564 + 0.5
    return cv2.cvtColor(ycc.astype(np.float32), cv2.COLOR_YCrCb2RGB) * 255


def temperature(kelvin):
    white = colour.temperature.CCT_to_xy_CIE_D(kelvin)
    space = colour.RGB_COLOURSPACES["sRGB"]
    xyz = linear @ np.array(space.matrix_RGB_to_XYZ).T
    adapted = colour.adaptation.chromatic_adaptation_VonKries(
        xyz, colour.xy_to_XYZ(white), colour.xy_to_XYZ(space.whitepoint), transform="Bradford")
    return encoded(adapted @ np.array(space.matrix_XYZ_to_RGB).T)


def machado(kind, severity):
    return np.array(colour.blindness.matrix_cvd_Machado2009(kind, severity))


def daltonize():
    hidden = linear - linear @ machado("Deuteranomaly", 1).T
    shift = np.array([[0, 0, 0], [0.7, 1, 0], [0.7, 0, 1]])
    return encoded(linear + hidden @ shift.T)


def lookup():
    table = colour.read_LUT(str(folder / "look.cube"))
    return table.apply(unit, interpolator=colour.algebra.table_interpolation_tetrahedral) * 255


def grid():
    y, x = np.mgrid[0:height, 0:width]
    return x + 0.5, y + 0.5


def vignette(amount, radius):
    x, y = grid()
    distance = np.hypot(x - width / 2, y - height / 2) / np.hypot(width / 2, height / 2) / radius
    return image * (1 + amount * ((1 + distance**2) ** -2 - 1))[..., None]


def warp(radius, change):
    x, y = grid()
    dx, dy = x - width / 2, y - height / 2
    length = np.minimum(np.hypot(dx, dy) / radius, 1)
    scale, angle = change(length)
    s, c = np.sin(angle) * scale, np.cos(angle) * scale
    from_x, from_y = width / 2 + dx * c - dy * s - 0.5, height / 2 + dx * s + dy * c - 0.5
    return cv2.remap(
        image.astype(np.float32), from_x.astype(np.float32), from_y.astype(np.float32),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def zoom(amount):
    total = np.zeros(image.shape)
    for k in range(16):
        factor = (1 - amount) ** (k / 15)
        move = np.float32([
            [factor, 0, width / 2 * (1 - factor) + factor / 2 - 0.5],
            [0, factor, height / 2 * (1 - factor) + factor / 2 - 0.5]])
        total += cv2.warpAffine(
            image.astype(np.float32), move, (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    return total / 16


def pixellate(side):
    # The centre of the picture is a corner of squares; both sides of the picture are multiples.
    small = skimage.measure.block_reduce(image.astype(float), (side, side, 1), np.mean)
    return small.repeat(side, 0).repeat(side, 1)


def luma():
    return image @ np.array([0.299, 0.587, 0.114])


def peaking(threshold):
    steep = np.abs(scipy.ndimage.laplace(luma(), mode="nearest")) / 4 > threshold * 255
    return np.where(steep[..., None], [255, 0, 0], image)


def zebra(level, side):
    y, x = np.mgrid[0:height, 0:width]
    striped = (luma() >= level * 255) & ((x + y) // side % 2 == 1)
    return np.where(striped[..., None], 0, image)


def bokeh(radius):
    matte = read("matte")[..., 0] / 255.0
    disc = skimage.morphology.disk(radius).astype(float)
    weight = cv2.filter2D(1 - matte, -1, disc, borderType=cv2.BORDER_REPLICATE)
    soft = np.dstack([
        cv2.filter2D((1 - matte) * image[..., c], -1, disc, borderType=cv2.BORDER_REPLICATE)
        for c in range(3)]) / np.maximum(weight, 1e-6)[..., None]
    return image * matte[..., None] + soft * (1 - matte[..., None])


sepia = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
mixer = np.array([[0.5, 0.3, 0.1], [0.2, 0.6, 0.1], [0, 0.4, 0.7]])
curve = scipy.interpolate.PchipInterpolator([0, 0.25, 0.5, 1], [0, 0.1, 0.7, 1])

cases = {
    "brightness": lambda: cv2.addWeighted(image, 1, image, 0, 0.2 * 255),
    "contrast": lambda: cv2.addWeighted(image, 1.5, image, 0, 127.5 * -0.5),
    "saturation": lambda: saturation(1.6),
    "grayscale": lambda: cv2.cvtColor(
        cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB),
    "hue": lambda: hue(0.8),
    "sepia": lambda: cv2.transform(image, sepia),
    "invert": lambda: cv2.bitwise_not(image),
    "mixer": lambda: cv2.transform(image, mixer),
    "vignette": lambda: vignette(0.8, 0.7),
    "exposure": lambda: encoded(linear * 2**0.7),
    "gamma": lambda: skimage.exposure.adjust_gamma(unit, 1.8) * 255,
    "curves": lambda: curve(unit) * 255,
    "posterize": lambda: np.digitize(image, 255 * np.arange(1, 5) / 5) * 255 / 4,
    "temperature": lambda: temperature(5000),
    "vision": lambda: encoded(linear @ machado("Deuteranomaly", 0.75).T),
    "daltonize": daltonize,
    "lut": lookup,
    "gaussian": lambda: each(lambda c: scipy.ndimage.gaussian_filter(c, 2, mode="nearest", truncate=6)),
    "gaussian12": lambda: each(
        lambda c: scipy.ndimage.gaussian_filter(c, 12, mode="nearest", truncate=6)),
    "motion": lambda: each(
        lambda c: scipy.ndimage.uniform_filter1d(c, 21, axis=1, mode="nearest")),
    "zoom": lambda: zoom(0.2),
    "sharpen": lambda: image + (image - each(
        lambda c: scipy.ndimage.gaussian_filter(c, 1.5, mode="nearest", truncate=6))) * 0.8,
    "pixellate": lambda: pixellate(8),
    "edges": lambda: each(lambda c: sum(
        np.abs(scipy.ndimage.sobel(c, axis, mode="nearest")) for axis in (0, 1)) / 2),
    "twirl": lambda: warp(60, lambda d: (1, 1.2 * (1 - d) ** 2)),
    "vortex": lambda: warp(60, lambda d: (1, 2 * (1 - d) ** 4)),
    "bump": lambda: warp(60, lambda d: (1 - 0.5 * (1 - d**2) ** 2, 0)),
    "pinch": lambda: warp(60, lambda d: (1 + 0.5 * (1 - d) ** 2, 0)),
    "peaking": lambda: peaking(0.03),
    "zebra": lambda: zebra(0.7, 6),
    "bokeh": lambda: bokeh(8),
}

for name, expected in cases.items():
    wanted = np.clip(np.rint(np.asarray(expected(), dtype=float)), 0, 255)
    off = np.abs(read(name).astype(float) - wanted)
    print(name, int(off.max()), int((off > 2).mean() * 1e6))
