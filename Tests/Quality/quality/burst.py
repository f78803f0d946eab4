# SPDX-License-Identifier: MIT
"""A burst of a scene: the camera's motion, the sensor's noise, and the exact truth of each frame."""
import cv2
import numpy as np

from . import mosaic
from .scene import MARGIN, Scene
from .sensors import SENSORS


class Burst:
    """Frames with two or more realisations of their noise."""

    def __init__(self, case):
        self.case = case
        self.sensor = SENSORS[case.sensor]
        random = np.random.default_rng(case.seed)
        self.scene = Scene(case, random)
        self._move(random)
        self._heat(random)
        self.well = self.sensor.full_well(case.gain)
        self.read = self.sensor.read_noise(case.gain)
        self.rows = 0.15 * self.read
        # Variance of a sample, 0 being black and 1 white: slope * x + offset.
        self.slope = 1 / self.well
        quantised = 1 / self.sensor.range**2 / 12
        self.offset = (self.read**2 + self.rows**2) / self.well**2 + quantised
        self.phases = random.uniform(0, 2 * np.pi, case.frames)

    def _move(self, random):
        """A bounded walk, (x, y, degrees) for each frame, and its speed during readout."""
        case = self.case
        walk = random.normal(0, 1, (case.frames, 3)).cumsum(0)
        walk -= walk[0]
        walk /= np.abs(walk).max(0) + 1e-9
        self.poses = walk * [case.shift, case.shift, case.turn]
        speed = random.normal(0, 1, (case.frames, 2))
        self.speeds = case.shear * speed / (np.abs(speed).max() + 1e-9)

    def _heat(self, random):
        """Sensor positions that are hot, some of them at white."""
        case = self.case
        count = int(case.hot * case.width * case.height)
        self.hot = random.choice(case.width * case.height, count, replace=False)
        self.heat = np.minimum(random.exponential(0.25, count) + 0.03, 1.5)

    def matrix(self, frame):
        """3×3: scene pixel to frame pixel at the middle of the readout."""
        x, y, degrees = self.poses[frame]
        middle = ((self.scene.width - 1) / 2, (self.scene.height - 1) / 2)
        turn = cv2.getRotationMatrix2D(middle, degrees, 1)
        turn[:, 2] += [x - MARGIN, y - MARGIN]
        return np.vstack([turn, [0, 0, 1]])

    def relative(self, frame, reference):
        """3×3: the reference's pixel to the frame's, which an alignment is to find."""
        return self.matrix(frame) @ np.linalg.inv(self.matrix(reference))

    def _project(self, picture, frame, near=0.0):
        """A picture of the scene as the frame sees it; each row at its own time."""
        case = self.case
        matrix = self.matrix(frame)
        matrix[:2, 2] += near * self.poses[frame][:2]
        inverse = np.linalg.inv(matrix)
        y, x = np.mgrid[0 : case.height, 0 : case.width].astype(np.float32)
        late = y / case.height - 0.5
        x = x - self.speeds[frame][0] * late
        y = y - self.speeds[frame][1] * late
        u = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]).astype(np.float32)
        v = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]).astype(np.float32)
        return cv2.remap(picture, u, v, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)

    def light(self, frame, has_mover=True):
        """Linear red, green and blue without noise."""
        light, _ = self.scene.at(frame) if has_mover else (self.scene.light, None)
        seen = self._project(light, frame)
        if self.scene.near is not None:
            texture, cover = self.scene.near
            share = self._project(cover, frame, self.case.parallax)[..., None]
            share = np.clip(share, 0, 1)
            near = self._project(texture, frame, self.case.parallax)
            seen = seen * (1 - share) + near * share
        return np.maximum(seen, 0)

    def clean(self, frame, has_mover=True):
        """The mosaic without noise, flicker and hot pixels, clipped as the sensor does."""
        light = self.light(frame, has_mover) / np.float32(self.case.balance)
        return np.minimum(mosaic.sample(light * np.float32(2.0**-self.case.stops)), 1)

    def frame(self, index, realisation):
        """The frame as the sensor gives it: 16-bit samples at native depth."""
        random = np.random.default_rng([self.case.seed, 7, index, realisation])
        signal = self.clean(index).astype(np.float64)
        # Twice the mains frequency over a readout of 30 ms is three periods.
        rows = np.arange(self.case.height) / self.case.height
        wave = np.cos(2 * np.pi * 3 * rows + self.phases[index])
        signal *= 1 + self.case.flicker * wave[:, None]
        electrons = signal * self.well
        electrons.flat[self.hot] += self.heat * self.well
        electrons = random.poisson(np.minimum(electrons, 4 * self.well)).astype(np.float64)
        electrons += random.normal(0, self.read, electrons.shape)
        electrons += random.normal(0, self.rows, (electrons.shape[0], 1))
        steps = np.rint(electrons / self.well * self.sensor.range + self.sensor.black)
        return np.clip(steps, 0, self.sensor.white).astype(np.uint16)

    def normal(self, samples):
        """Samples to 0 at black and 1 at white."""
        return (samples.astype(np.float32) - self.sensor.black) / np.float32(self.sensor.range)

    def moving(self, reference, grow=6):
        """Where anything moves that the camera does not, in the reference's pixels."""
        cover = np.zeros(self.scene.light.shape[:2], np.float32)
        if self.scene.mover is not None:
            for index in range(self.case.frames):
                cover = np.maximum(cover, self.scene.at(index)[1])
        seen = self._project(cover, reference) > 0.01
        if self.scene.near is not None:
            near = self._project(self.scene.near[1], reference, self.case.parallax) > 0.01
            grow_near = int(np.ceil(2 * self.case.parallax * self.case.shift)) | 1
            seen |= cv2.dilate(near.astype(np.uint8), np.ones((grow_near, grow_near))) > 0
        return cv2.dilate(seen.astype(np.uint8), np.ones((2 * grow + 1,) * 2)) > 0

    def contrast(self, reference):
        """RMS of mover minus background over the mover, in the mosaic."""
        cover = self._project(self.scene.at(reference)[1], reference) > 0.5
        if not cover.any():
            return None
        difference = self.clean(reference) - self.clean(reference, has_mover=False)
        return float(np.sqrt((difference[cover] ** 2).mean()))
