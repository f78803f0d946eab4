# SPDX-License-Identifier: MIT
"""What lies before the camera: a photograph, lamps, something that moves, something near."""
import cv2
import numpy as np

from . import photos

MARGIN = 128


class Scene:
    """Linear light, 1 being display white, with room for the camera's motion around it."""

    def __init__(self, case, random):
        self.case = case
        self.width = case.width + 2 * MARGIN
        self.height = case.height + 2 * MARGIN
        self.light = _fill(photos.load(case.photo), self.width, self.height)
        if case.lamps:
            self._add_lamps(random)
        self.near = None
        if case.parallax:
            self._add_near(random)
        self._make_mover(random)
        if case.blur:
            self.light = cv2.GaussianBlur(self.light, (0, 0), case.blur)

    def _add_lamps(self, random):
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        lamps = [((1, 0.85, 0.6), 9, 40), ((1, 0.95, 0.8), 14, 12)]
        lamps += [((1, 0.25, 0.15), 10, 6), ((0.4, 0.7, 1), 8, 4)]
        for color, radius, strength in lamps:
            inner = MARGIN + 30
            cx = random.uniform(inner, self.width - inner)
            cy = random.uniform(inner, self.height - inner)
            distance = np.hypot(x - cx, y - cy)
            disc = 1 / (1 + np.exp(np.clip((distance - radius) / 1.5, -60, 60)))
            halo = 0.02 / (1 + (distance / radius) ** 2)
            self.light += (strength * (disc + halo))[..., None] * np.float32(color)

    def _add_near(self, random):
        """A post in front of everything, of another photograph's texture."""
        name = str(random.choice([n for n in photos.available() if n != self.case.photo]))
        texture = _fill(photos.load(name), self.width, self.height)
        middle = random.uniform(0.3, 0.7) * self.width
        wide = random.uniform(0.06, 0.12) * self.width
        x = np.arange(self.width, dtype=np.float32)
        row = np.clip((wide / 2 - np.abs(x - middle)) / 2 + 0.5, 0, 1)
        self.near = (texture, np.tile(row, (self.height, 1)).astype(np.float32))

    def _make_mover(self, random):
        case = self.case
        angle = random.uniform(0, 2 * np.pi)
        self.velocity = np.array([np.cos(angle), np.sin(angle)]) * case.mover_speed
        middle = np.array([self.width, self.height]) / 2 + random.uniform(-60, 60, 2)
        self.start = middle - self.velocity * case.frames / 2
        self.mover = None
        if case.mover == "none":
            return
        size = case.mover_size
        name = "coffee" if case.mover == "object" else "grass"
        texture = _fill(photos.load(name), 3 * size, 3 * size)[size : 2 * size, size : 2 * size]
        if case.mover == "object":
            self.mover = np.clip(texture * 1.3 + 0.03, 0, 1)
        else:
            # Fur or leaves: the background's own light with a faint texture of its own.
            contrast = 0.25 * (texture / max(1e-3, float(texture.mean())) - 1)
            self.mover = np.clip(1 + contrast, 0.3, 1.7).astype(np.float32)

    def at(self, frame):
        """Light and the mover's coverage at a frame's time."""
        if self.mover is None:
            return self.light, np.zeros(self.light.shape[:2], np.float32)
        size = self.case.mover_size
        place = self.start + self.velocity * frame
        matrix = np.float32([[1, 0, place[0] - size / 2], [0, 1, place[1] - size / 2]])
        extent = (self.width, self.height)
        cover = cv2.warpAffine(np.ones((size, size), np.float32), matrix, extent)
        moved = cv2.warpAffine(
            self.mover, matrix, extent, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        if self.case.mover == "fur":
            moved = moved * cv2.blur(self.light, (31, 31))
        share = cover[..., None]
        return (self.light * (1 - share) + moved * share).astype(np.float32), cover


def _fill(light, width, height):
    """Twice the size, so that each colour of the mosaic is sampled well; then mirrored and cut."""
    light = cv2.resize(light, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    while light.shape[0] < height or light.shape[1] < width:
        down = min(max(0, height - light.shape[0]), light.shape[0] - 1)
        across = min(max(0, width - light.shape[1]), light.shape[1] - 1)
        top, left = down // 2, across // 2
        light = cv2.copyMakeBorder(
            light, top, down - top, left, across - left, cv2.BORDER_REFLECT_101
        )
    y, x = (light.shape[0] - height) // 2, (light.shape[1] - width) // 2
    return np.clip(light[y : y + height, x : x + width], 0, 1).astype(np.float32).copy()
