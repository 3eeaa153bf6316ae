"""`/dev/spidev0.0` of a machine without a bus: a character device in user space that sends its bytes to the host.

    spidev ── open, ioctl, write ──▶ kernel (CUSE) ──▶ this ── length, speed, bytes ──▶ a port of the host
                                                            ◀── one byte: acknowledged ──

A write returns when the host has taken its bytes, so bus and pins keep their order. The layouts are those of
`linux/fuse.h`, the requests those of `linux/spi/spidev.h`.
"""

import errno
import os
import struct

DEVICE = b"DEVNAME=spidev0.0\0"
PORT = "/dev/virtio-ports/spi"
MAX_WRITE_BYTES = 4096
"""The most bytes of a write, as in spidev."""
HEAD, ANSWER = struct.Struct("<IIQQIIII"), struct.Struct("<IiQ")
OPEN, WRITE, RELEASE, FLUSH, INTERRUPT, IOCTL, INIT = 14, 16, 18, 25, 36, 39, 4096
ARGUMENTS = {WRITE: struct.Struct("<QQIIQII"), IOCTL: struct.Struct("<QIIQII")}
READ_BITS, READ_SPEED, WRITE_SPEED = 0x80016B03, 0x80046B04, 0x40046B04


def main() -> None:
    """Answer endlessly."""
    cuse = os.open("/dev/cuse", os.O_RDWR)
    bus = Bus(os.open(PORT, os.O_RDWR))
    while True:
        request = os.read(cuse, 65536 + MAX_WRITE_BYTES)
        _, code, unique, *_ = HEAD.unpack_from(request)
        if code != INTERRUPT:
            error, answer = bus.answer(code, request[HEAD.size :])
            os.write(cuse, ANSWER.pack(ANSWER.size + len(answer), -error, unique) + answer)


class Bus:
    """A bus that ends in a port of the host."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._hertz = 500_000

    def answer(self, code: int, data: bytes) -> tuple[int, bytes]:
        """Return an errno and the answer to a request of the kernel."""
        if code == INIT:
            return 0, struct.pack("<18I", 7, 31, 0, 0, MAX_WRITE_BYTES, MAX_WRITE_BYTES, *(0,) * 12) + DEVICE
        if code == OPEN:
            return 0, bytes(16)
        if code in (RELEASE, FLUSH):
            return 0, b""
        if code not in ARGUMENTS:
            return errno.ENOSYS, b""
        given, more = ARGUMENTS[code].unpack_from(data), data[ARGUMENTS[code].size :]
        if code == WRITE:
            self._send(more[: given[2]])
            return 0, struct.pack("<II", given[2], 0)
        return 0, bytes(16) + self._property(given[2], more).to_bytes(given[5], "little")

    def _property(self, what: int, data: bytes) -> int:
        """Set or return a property of the bus; unknown ones are 0."""
        if what == WRITE_SPEED:
            (self._hertz,) = struct.unpack("<I", data)
        return {READ_BITS: 8, READ_SPEED: self._hertz}.get(what, 0)

    def _send(self, data: bytes) -> None:
        os.write(self._port, struct.pack("<II", len(data), self._hertz) + data)
        os.read(self._port, 1)


if __name__ == "__main__":
    main()
