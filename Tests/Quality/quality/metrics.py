# SPDX-License-Identifier: MIT
"""What a merged mosaic is worth against the truth. Two realisations tell bias from noise."""
import cv2
import numpy as np
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.metrics import structural_similarity

from . import mosaic

BORDER = 48


def decibels(error, peak=1.0):
    """PSNR of a mean squared error."""
    return float(10 * np.log10(peak * peak / max(float(error), 1e-20)))


class Masks:
    """Which pixels count for what."""

    def __init__(self, burst, truth, reference):
        shape = truth.shape
        self.inside = np.zeros(shape, bool)
        self.inside[BORDER:-BORDER, BORDER:-BORDER] = True
        self.moving = burst.moving(reference)
        self.hot = np.zeros(truth.size, bool)
        self.hot[burst.hot] = True
        self.hot = self.hot.reshape(shape)
        near_hot = cv2.dilate(self.hot.astype(np.uint8), np.ones((3, 3))) > 0
        sound = self.inside & (truth < 0.9) & ~near_hot
        self.still = sound & ~self.moving
        self.swept = sound & self.moving


def raw(burst, first, second, reference):
    """Figures of two merged mosaics of the same burst with independent noise."""
    truth = burst.clean(reference)
    masks = Masks(burst, truth, reference)
    peak = 2.0**-burst.case.stops
    e, f = first - truth, second - truth
    still = masks.still
    variance = 0.5 * float(((first - second)[still] ** 2).mean())
    bias = max(float((e * f)[still].mean()), 1e-14)
    model = burst.slope * np.maximum(truth, 0) + burst.offset
    result = {
        "psnr": decibels((e[still] ** 2).mean(), peak),
        "bias": decibels(bias, peak),
        "noise": decibels(variance, peak),
        "variance": variance,
        "model": float(model[still].mean()),
        "signal": float(np.maximum(truth, 0)[still].mean()),
    }
    contrast = burst.contrast(reference) if burst.scene.mover is not None else None
    if contrast and masks.swept.any():
        ghost = max(float((e * f)[masks.swept].mean()), 0)
        result["ghost"] = 100 * ghost**0.5 / contrast
    sites = masks.inside & masks.hot & (truth < 0.97)
    if sites.any():
        left = np.abs(e)[sites] > 5 * np.sqrt(model[sites])
        result["hot_left"] = 100 * float(left.mean())
    result.update(_shadows(burst.case, first, truth, still))
    return result


def _shadows(case, merged, truth, still):
    """Mean error of the darkest fifth, in percent of display white: colours against green, and green."""
    got, want = mosaic.planes(merged), mosaic.planes(truth)
    counted = mosaic.planes(still.astype(np.uint8)) > 0
    light = want.mean(0)
    dark = light <= np.quantile(light[counted[1]], 0.2)
    scale = 100 * 2.0**case.stops
    error = [scale * float((got[i] - want[i])[counted[i] & dark].mean()) for i in (0, 1, 3)]
    red, blue = error[0] * case.balance[0], error[2] * case.balance[2]
    return {"cast": max(abs(red - error[1]), abs(blue - error[1])), "pedestal": abs(error[1])}


def rendered(burst, merged, reference):
    """Figures of a merged mosaic through the common renderer."""
    case = burst.case
    truth = burst.clean(reference)
    masks = Masks(burst, truth, reference)
    got, want = mosaic.render(merged, case), mosaic.render(truth, case)
    still, swept = masks.inside & ~masks.moving, masks.inside & masks.moving
    result = {"psnr_shown": decibels(((got - want)[still] ** 2).mean())}
    if swept.any():
        result["psnr_moving"] = decibels(((got - want)[swept] ** 2).mean())
    grey = [cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) for picture in (got, want)]
    _, similar = structural_similarity(
        *grey, data_range=1.0, full=True, gaussian_weights=True, sigma=1.5,
        use_sample_covariance=False,
    )
    result["ssim"] = float(similar[still].mean())
    part = (slice(None, None, 3),) * 2
    difference = deltaE_ciede2000(rgb2lab(got[part]), rgb2lab(want[part]))
    result["delta_e"] = float(difference[still[part]].mean())
    result.update(highlights(truth, got, want, masks.inside))
    return result


def highlights(truth, got, want, inside):
    """Colour of clipped lamps in code values, and pixels that are clipped but should not be."""
    clipped = mosaic.planes(truth).max(0) >= 0.999
    clipped = cv2.resize(
        clipped.astype(np.uint8), truth.shape[::-1], interpolation=cv2.INTER_NEAREST
    )
    clipped = (cv2.erode(clipped, np.ones((3, 3))) > 0) & inside
    result = {}
    if clipped.any():
        spread = (got.max(-1) - got.min(-1))[clipped]
        result["clip_chroma"] = 255 * float(spread.mean())
    sound = inside & (want.max(-1) < 0.98)
    result["new_clip"] = 100 * float((got.max(-1)[sound] >= 0.998).mean())
    return result


def alignment(burst, transforms, reference):
    """RMS and 95th percentile in pixels over a grid and all frames but the reference."""
    case = burst.case
    x = np.linspace(40, case.width - 41, 9)
    y = np.linspace(40, case.height - 41, 9)
    points = np.stack([*np.meshgrid(x, y), np.ones((9, 9))]).reshape(3, -1)
    errors = []
    for index, numbers in transforms.items():
        if int(index) == reference:
            continue
        found = np.array(numbers).reshape(2, 3) @ points
        wanted = (burst.relative(int(index), reference) @ points)[:2]
        errors.append(np.linalg.norm(found - wanted, axis=0))
    if not errors:
        return None
    errors = np.concatenate(errors)
    return float(np.sqrt((errors**2).mean())), float(np.percentile(errors, 95))
