"""Simulated parts. The device is real, down to gpiozero; only the parts that it is plugged into are simulated.

hand     a hand that presses the keys, on gpiozero's mock pins
epd      a simulated panel for the real driver
wires    mock pins that end at a chip
kinds    the kinds of chips, with the glass on them
chip     the common part of all chips
ssd16xx  the chips of one family
uc81xx   the chips of the other
ram      the chip's two picture RAMs, and the glass
"""
