"""The device. No other package imports it. Beside its rooms are the command line, and modules that they share.

__main__        the process of a command
cli             the command line; the command of a room is its `command.py`
process         the common part of commands: log, loading, arguments, files, exit
options         options of a play as they are typed, and their words
protocol        one engine over standard input and output
as_json         screens, scores and reasons as JSON
dealer          cards and dice, in the order of a seed
data_folder     everything that outlives a play, with one owner for each part of it
report          a play with the version that wrote it, as a file and as texts for codes
languages       the languages, and the catalogue of one
text            sentences of the device
errors          errors outside the rules of a game, in one sentence
"""
