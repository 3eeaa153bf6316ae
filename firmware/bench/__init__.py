"""`tavolino bench`: what the device costs, against what it was built on and against its budgets.

command   `tavolino bench`
figures   one number, its baseline and its budget
parts     the device on parts that cost nothing
glass     from key to glass
start     from start to the first frame; `first_frame` is what a process of its own runs for it
lengths   long plays against short ones
plays     whole random plays
report    all of them, as a table or as JSON
"""
