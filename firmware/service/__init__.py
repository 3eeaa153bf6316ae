"""The device as a service of systemd.

command   `tavolino run`
serve     signs of life, safe mode, the power
hang      the last words of a process that hangs
crashes   how often it crashed in a row
"""
