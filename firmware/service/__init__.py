"""The device as a service of systemd.

command   `tavolino run`
serve     watchdog, crashes in a row, safe mode, the power
hang      the report of the part in which a process hangs
"""
