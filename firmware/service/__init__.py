"""The device as a service of systemd.

command   `tavolino run`
serve     signs of life, crashes in a row, safe mode, the power
hang      the part in which a process hangs
"""
