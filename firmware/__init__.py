"""The device. Nothing imports it. Outside its rooms are the command line, and what several rooms share.

__main__        the process of a command
cli             the command line; the command of a room is its `command.py`
process         what commands have in common: arguments, log, loading, end
options         options of a play as they are typed, and their words
protocol        one engine over standard input and output
as_json         screens, scores and reasons as JSON
dealer          cards and dice, in the order of a seed
data_folder     everything that outlives a play, with one owner for each part of it
report          a play with what wrote it, as a file and as texts for codes
languages       the languages, and the catalogue of one
text            sentences of the device
errors          what cannot be used, in one sentence
"""
