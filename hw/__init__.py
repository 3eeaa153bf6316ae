"""Keys in, frames out: the parts of the device, real and simulated. This package knows nothing of games.

build       a build of the device as data
pinout      the pins of the Raspberry Pi, and checks that no two parts share one
computer    a look for devices, permissions and libraries
clock       the one source of time
errors      the errors of parts
events      edges of lines and USB keys, and the key events that follow

inputs      the keys of a build, on gpiozero's pins
keys        edges as key events
usb         USB keypads and keyboards
usb_keys    the numbers of USB keys as key events
signals     LED and buzzer
gpiod_pins  gpiozero's pins on libgpiod
pin         gpiozero's pins as the panel drivers need them

panel       the interface of a panel
epd         the real panel, which is never waited for
driver      the common part of the drivers of both families of chips
ssd16xx     the driver of one family
uc81xx      the driver of the other
chips       the differences of the chips, as a table
rams        the content of the chip's two RAMs
packing     frames as bytes for the chip, whole or in part
pace        the measured pace of one panel
early_ends  ends of a panel's work that come too early
bus         the panel's SPI bus

sim/        simulated parts
"""

import os

# The panel driver asks Blinka for the board it runs on. We give it gpiozero pins instead, so that it needs no
# board, and so that the same code runs on a laptop. This must be set before anything imports the driver.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
