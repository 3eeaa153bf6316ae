"""`tavolino doctor`: what is wrong with an installation, and what to do.

command        `tavolino doctor`
examination    what is examined, in which order
checks         what is said of it
installation   what is examined: this computer, or a simulated one with a fault
"""
