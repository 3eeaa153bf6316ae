"""An evening at the table from one seed: the whole device in a world where nothing else decides, with all its faults.

    seed ─┬▶ world    build, language, settings, files on the card, one of the two chips
          ├▶ player   plays sensibly for a stretch, then is clumsy
          ├▶ faults   power, disk, bus, BUSY, panel, files changed on a PC
          └▶ laws     watched after every event, probed at rest and after every start
                │
                └▶ a log that is the same, byte for byte, in every process

disk_in_python of tests/firmware/plays: files that fail, and what is left of them when the power goes
wires     the panel behind its bus and its BUSY line, either chip
world     the device, its power and its clock
hands     keys as a hand presses them, and what it takes to give an answer with them
player    what is done with them
faults    what goes wrong, and when
laws      what must hold
evening   one seed from power-on to the end
"""
