"""From screens to 1-bit frames: type, icons, layout, drawing. Pure: no clock, no hardware, no files but the fonts."""
