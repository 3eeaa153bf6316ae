"""`tavolino run` on a chip of eight lines. A Pi reserves line 7 for its bus; here it is free, and BUSY uses it."""

import sys

from hw import pinout

del pinout.RESERVED[7]

from firmware.__main__ import main  # noqa: E402 - after the pins were freed

sys.exit(main())
