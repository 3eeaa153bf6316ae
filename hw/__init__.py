"""Keys in, frames out: the parts of the device, real and simulated. This package knows nothing of games."""

import os

# The panel driver asks Blinka for the board it runs on. We give it gpiozero pins instead, so that it needs no
# board, and so that the same code runs on a laptop. This must be set before anything imports the driver.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
