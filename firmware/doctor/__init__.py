"""`tavolino doctor`: what is wrong with an installation, and what to do.

command        `tavolino doctor`
examination    what is examined, in which order
checks         what is said of it
installation   what is examined: this computer, or a simulated one
upkeep         pace and speed are measured, a stained panel is wiped
panel_test     pictures and questions about them; `dialogue` is what follows from the answers
"""
