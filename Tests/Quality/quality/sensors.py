# SPDX-License-Identifier: MIT
"""Sensors and their noise, from the Raspberry Pi tuning files of libcamera and published read noise."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Sensor:
    """A sensor.

    slope: rpi.noise's reference_slope: sigma16 = slope * sqrt(x16) at gain 1, so that a 16-bit
    step is 1 / slope**2 electrons. before and after: read noise in electrons before and after the
    amplifier; not in the tuning files, and typical only for all but the imx477.
    """

    name: str
    bits: int
    black16: int
    slope: float
    before: float
    after: float
    most_gain: float

    @property
    def white(self):
        """Clip level at native depth."""
        return (1 << self.bits) - 1

    @property
    def black(self):
        """Black level at native depth."""
        return self.black16 >> (16 - self.bits)

    @property
    def range(self):
        """Steps from black to white."""
        return self.white - self.black

    def full_well(self, gain):
        """Electrons at white."""
        return (65535 - self.black16) / self.slope**2 / gain

    def read_noise(self, gain):
        """Electrons."""
        return (self.before**2 + (self.after / gain) ** 2) ** 0.5


SENSORS = {
    sensor.name: sensor
    for sensor in (
        Sensor("imx477", 12, 4096, 2.767, 1.5, 2.6, 22.26),
        Sensor("imx219", 10, 4096, 3.67, 1.8, 4.0, 10.66),
        Sensor("imx708", 10, 4096, 2.5, 1.6, 5.0, 16.0),
        Sensor("imx296", 10, 3840, 2.671, 2.2, 4.0, 16.0),
        Sensor("ov5647", 10, 1024, 4.25, 2.5, 4.0, 8.0),
    )
}
