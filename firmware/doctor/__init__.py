"""`tavolino doctor`: the faults of an installation, and their cures.

command        `tavolino doctor`
examination    the checks, in their order
checks         the checks of computer, data folder and store, and their words
installation   this computer, or a simulated one
upkeep         measures pace and speed, wipes a stained panel
panel_test     pictures and questions about them; `dialogue` has the questions, and settings from the answers
"""
