"""`tavolino doctor`: what is wrong with an installation, and what to do.

command        `tavolino doctor`
examination    the checks, in their order
checks         the checks of computer, data folder and store, and their words
installation   this computer, or a simulated one
upkeep         pace and speed are measured, a stained panel is wiped
panel_test     pictures and questions about them; `dialogue` has the questions, and settings from the answers
"""
