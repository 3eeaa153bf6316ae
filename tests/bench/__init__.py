"""`make bench`: the costs of the device, beside the budgets of the design.

figures       one number and its budget
device        the device on parts that cost nothing
glass         from key to glass
start         from start to the first frame; `first_frame` is the measured process
lengths       long plays against short ones
files         a bot in a file against its twin in Python
"""
