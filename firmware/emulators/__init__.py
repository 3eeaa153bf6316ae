"""The device on simulated parts, in front of a person or a script.

command    `tavolino emulate`
device     a simulated device with a power plug
terminal   a keyboard and a window of characters
script     keys from a file, on a clock that is moved by hand
web/       a page in a browser
"""
