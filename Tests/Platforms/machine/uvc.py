# SPDX-License-Identifier: MIT
# A UVC 1.1 camera as descriptors, controls and a stream of payloads (USB Video Class 1.1, tables 3-3 to 4-75).
import struct
import time

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0xEF, 2, 1, 64, 0x1D6B, 0x0104, 0x100, 1, 2, 3, 1)
STRINGS = ["", "Prism", "Simulated UVC camera", "0001"]
MOST_PAYLOAD = 16384
CLOCK = 48_000_000

# Formats by their number in the descriptors: name, and width, height, frames per second of the one size.
FORMATS = {1: ("YUYV", 320, 240, 30), 2: ("MJPEG", 640, 480, 30)}
GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87
CAMERA, PROCESSING = 1, 2


def string_descriptor(index):
    if index >= len(STRINGS):
        return None
    text = STRINGS[index].encode("utf-16-le") if index else struct.pack("<H", 0x409)
    return bytes([2 + len(text), 3]) + text


def block(*data):
    """A descriptor, with its length before it."""
    body = b"".join(part if isinstance(part, bytes) else bytes([part]) for part in data)
    return bytes([1 + len(body)]) + body


def frame(subtype, width, height, rate):
    bits = width * height * 16 * rate
    interval = 10_000_000 // rate
    return block(0x24, subtype, 1, 0, struct.pack(
        "<HHIIIIBI", width, height, bits, bits, width * height * 2, interval, 1, interval))


def streaming():
    yuy2 = b"YUY2\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
    color = block(0x24, 0x0D, 1, 1, 4)
    formats = (block(0x24, 4, 1, 1, yuy2, 16, 1, 0, 0, 0, 0) + frame(5, *FORMATS[1][1:]) + color
               + block(0x24, 6, 2, 1, 1, 1, 0, 0, 0, 0) + frame(7, *FORMATS[2][1:]) + color)
    header = bytes([15, 0x24, 1, 2]) + struct.pack("<H", 15 + len(formats)) + bytes([0x81, 0, 3, 0, 0, 0, 1, 0, 0])
    return header + formats


def configuration():
    units = (block(0x24, 2, CAMERA, struct.pack("<H", 0x201), 0, 0, bytes(6), 3, b"\x0a\0\0")
             + block(0x24, 5, PROCESSING, CAMERA, b"\0\0", 2, b"\x03\0", 0)
             + block(0x24, 3, 3, struct.pack("<H", 0x101), 0, PROCESSING, 0))
    control = block(0x24, 1, struct.pack("<HHI", 0x110, 13 + len(units), CLOCK), 1, 1) + units
    body = (block(11, 0, 2, 0x0E, 3, 0, 2) + block(4, 0, 0, 0, 0x0E, 1, 0, 2) + control
            + block(4, 1, 0, 1, 0x0E, 2, 0, 0) + streaming() + block(5, 0x81, 2, struct.pack("<H", 512), 0))
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body


class Controls:
    """The units' controls: unit and selector to size, minimum, maximum, default, step."""

    TABLE = {(PROCESSING, 2): (2, -64, 64, 0, 1), (PROCESSING, 3): (2, 0, 64, 32, 1),
             (CAMERA, 2): (1, 1, 8, 8, 9), (CAMERA, 4): (4, 1, 10000, 156, 1)}

    def __init__(self):
        self.values = {key: row[3] for key, row in self.TABLE.items()}

    def access(self, reads, request, unit, selector, data):
        row = self.TABLE.get((unit, selector))
        if row is None:
            return None
        size = row[0]
        if not reads:
            self.values[unit, selector] = int.from_bytes(data[:size], "little", signed=True)
            print(f"control {unit}.{selector} = {self.values[unit, selector]}", flush=True)
            return b""
        if request == GET_LEN:
            return struct.pack("<H", size)
        if request == GET_INFO:
            return b"\x03"
        answers = {GET_CUR: self.values[unit, selector], GET_MIN: row[1], GET_MAX: row[2], GET_DEF: row[3],
                   GET_RES: row[4]}
        return answers[request].to_bytes(size, "little", signed=True)


class Stream:
    """Which format is agreed on, and payloads of its frames when they are due."""

    def __init__(self, jpegs):
        self.jpegs = jpegs
        self.format = 1
        self.runs = False
        self.number = 0
        self.rest = None
        self.due = 0.0
        self.bars = yuyv_bars(*FORMATS[1][1:3])

    def negotiate(self, reads, request, selector, data):
        if reads:
            if request == GET_LEN:
                return struct.pack("<H", 34)
            return b"\x03" if request == GET_INFO else self.probe()
        self.format = data[2] if len(data) > 2 and data[2] in FORMATS else 1
        if selector == 2:
            self.runs = True
            self.rest = None
            self.due = time.monotonic()
            print(f"stream {FORMATS[self.format][0]}", flush=True)
        return b""

    def probe(self):
        _, width, height, rate = FORMATS[self.format]
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, self.format, 1, 10_000_000 // rate, 0, 0, 0, 0, 0,
                           width * height * 2, MOST_PAYLOAD, CLOCK, 3, 0, 0, 0)

    def stop(self):
        self.runs = False
        self.rest = None

    def seconds_until_due(self):
        return max(0.0, self.due - time.monotonic()) if self.runs and not self.rest else None

    def payload(self, room):
        """The next payload; None while no frame is due."""
        if not self.runs:
            return None
        if not self.rest:
            now = time.monotonic()
            if now < self.due:
                return None
            self.rest = memoryview(self.picture())
            self.number += 1
            self.due = max(self.due + 1 / FORMATS[self.format][3], now - 1)
        count = min(room, MOST_PAYLOAD) - 2
        part, self.rest = self.rest[:count], self.rest[count:]
        return bytes([2, 0x80 | self.number & 1 | (0 if self.rest else 2)]) + part

    def picture(self):
        """Bars whose corner, or a JPEG whose comment, bears the frame's number."""
        if self.format == 1:
            return numbered_bars(self.bars, FORMATS[1][1], self.number)
        jpeg = self.jpegs[self.number % len(self.jpegs)]
        return jpeg[:2] + b"\xff\xfe\x00\x0a%08d" % (self.number % 10**8) + jpeg[2:]


def yuyv_bars(width, height):
    bars = [(235, 128, 128), (210, 16, 146), (170, 166, 16), (145, 54, 34), (106, 202, 222), (81, 90, 240),
            (41, 240, 110), (16, 128, 128)]
    row = b"".join(bytes([y, u, y, v]) for y, u, v in (bars[x * 8 // width] for x in range(0, width, 2)))
    return row * height


def numbered_bars(bars, width, number):
    """The number's 16 bits as 16 dark or bright blocks of 8x8 in the top left."""
    picture = bytearray(bars)
    row = b"".join(bytes([235 if number >> bit & 1 else 16, 128] * 8) for bit in range(16))
    for y in range(8):
        picture[y * width * 2:y * width * 2 + len(row)] = row
    return bytes(picture)
