#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# webcam.py SOCKET JPEG...: a USB webcam for QEMU's usb-redir device; each frame bears its number.
"""Speaks usbredir (without optional capabilities) on a Unix socket and answers for one UVC 1.1 device.

One bulk endpoint, YUYV 320x240 and MJPEG 640x480, brightness, contrast, exposure. To unplug it, end the process;
to plug it in again, start it anew: QEMU's socket connects again by itself.
"""
import select
import socket
import struct
import sys
import time

from uvc import Controls, Stream, DEVICE, configuration, string_descriptor

# Types of usbredir's packets.
(DEVICE_CONNECT, INTERFACE_INFO, EP_INFO, SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS,
 SET_ALTERNATE, GET_ALTERNATE, ALTERNATE_STATUS, CANCEL, CONTROL, BULK) = 1, 4, 5, 6, 7, 8, 9, 10, 11, 21, 100, 101
SUCCESS, CANCELLED, STALL = 0, 1, 4
IN = 0x80
VIDEO_ENDPOINT = 0x81


class Webcam:
    """A device at one end of a connected socket."""

    def __init__(self, connection, jpegs):
        self.connection = connection
        self.controls = Controls()
        self.stream = Stream(jpegs)
        self.waiting = []  # bulk requests of the host: id and length

    def send(self, kind, number, data):
        self.connection.sendall(struct.pack("<III", kind, len(data), number) + data)

    def receive(self, count):
        data = b""
        while len(data) < count:
            part = self.connection.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def greet(self):
        self.send(0, 0, b"prism webcam".ljust(64, b"\0"))
        interfaces = struct.pack("<I32s32s32s32s", 2, bytes([0, 1]), bytes([14, 14]), bytes([1, 2]), b"")
        self.send(INTERFACE_INFO, 0, interfaces)
        kinds = bytearray(b"\xff" * 32)
        kinds[0] = kinds[16] = 0
        kinds[17] = 2
        owners = bytearray(32)
        owners[17] = 1
        self.send(EP_INFO, 0, bytes(kinds) + bytes(32) + bytes(owners))
        self.send(DEVICE_CONNECT, 0, bytes([2, 0xEF, 2, 1]) + struct.pack("<HH", 0x1D6B, 0x0104))

    def serve(self):
        self.greet()
        while True:
            wait = self.stream.seconds_until_due() if self.waiting else None
            ready, _, _ = select.select([self.connection], [], [], wait)
            if ready:
                kind, length, number = struct.unpack("<III", self.receive(12))
                self.obey(kind, number, self.receive(length))
            while self.waiting and (payload := self.stream.payload(self.waiting[0][1])):
                self.finish_bulk(self.waiting.pop(0)[0], SUCCESS, payload)

    def finish_bulk(self, number, status, payload=b""):
        head = struct.pack("<BBHI", VIDEO_ENDPOINT, status, len(payload) & 0xFFFF, 0)
        self.send(BULK, number, head + payload)

    def obey(self, kind, number, data):
        if kind in (SET_CONFIGURATION, GET_CONFIGURATION):
            self.send(CONFIGURATION_STATUS, number, bytes([SUCCESS, 1]))
        elif kind in (SET_ALTERNATE, GET_ALTERNATE):
            self.send(ALTERNATE_STATUS, number, bytes([SUCCESS, data[0], 0]))
        elif kind == BULK:
            self.waiting.append((number, struct.unpack_from("<H", data, 2)[0]))
        elif kind == CANCEL:
            if any(request[0] == number for request in self.waiting):
                self.waiting = [request for request in self.waiting if request[0] != number]
                self.finish_bulk(number, CANCELLED)
        elif kind == CONTROL:
            self.control(number, data)

    def control(self, number, data):
        _, request, kind, _, value, index, length = struct.unpack_from("<BBBBHHH", data)
        answer = self.answer(kind, request, value, index, data[10:])
        status = STALL if answer is None else SUCCESS
        answer = (answer or b"")[:length]
        count = len(answer) if kind & IN else length
        head = struct.pack("<BBBBHHH", kind & IN, request, kind, status, value, index, count)
        self.send(CONTROL, number, head + (answer if kind & IN else b""))

    def answer(self, kind, request, value, index, data):
        """What the device says to a request on its control endpoint; None: it does not know it."""
        if kind == IN and request == 6:
            descriptor = value >> 8
            if descriptor == 1:
                return DEVICE
            return configuration() if descriptor == 2 else string_descriptor(value & 255)
        if kind == IN and request == 0:
            return b"\0\0"
        if kind & 0x60 == 0:
            if kind == 2 and request == 1:  # CLEAR_FEATURE(halt): so the driver stops a bulk stream
                self.stream.stop()
            return b""
        if index & 255 == 1:
            return self.stream.negotiate(kind & IN, request, value >> 8, data)
        return self.controls.access(kind & IN, request, index >> 8, value >> 8, data)


def main():
    jpegs = []
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            jpegs.append(file.read())
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(1)
    while True:
        connection, _ = listener.accept()
        try:
            Webcam(connection, jpegs).serve()
        except (EOFError, ConnectionError):
            print(f"the host left at {time.monotonic():.1f} s", flush=True)


if __name__ == "__main__":
    main()
