"""An evening at the table from one seed: the whole device in a simulated world with all kinds of faults.

    seed ─┬▶ world    build, language, settings, files on the card, one of the two chips
          ├▶ player   plays sensibly for a while, then is clumsy
          ├▶ faults   power, disk, bus, BUSY, panel, files changed on a PC
          └▶ laws     watched after every event, probed at rest and after every start
                │
                └▶ a log that is the same, byte for byte, in every process

disk_in_python of tests/firmware/plays: files that fail, and their content after a power cut
wires     the panel of either chip, behind its bus and its BUSY line
world     the device, its power and its clock
hands     key presses, and the presses for an answer
player    the player's moves
faults    the faults, and their times
laws      what must hold after every event, at rest, and after every start
evening   one seed from power-on to the end
"""
