"""The device. Nothing imports it. In no room stand the command line, and what several rooms share.

__main__        the process of a command
cli             the command line; the command of a room is its `command.py`
process         what commands have in common: data folder, log, end
options         options of a play as they are typed, and their words
protocol        one engine over standard input and output
as_json         screens, scores and reasons as JSON
dealer          cards and dice, in the order of a seed
data            the data folder, its lock, and files written whole
settings        the settings, and what plays taught
deck_files      decks as files
deck_cells      cards as cells that can be mended one by one
bots            the bot of a play, of a file, or of a name
bot_files       files of bots, listed and found
exchange        the folder that a PC can open
report          a play with what wrote it, as a file and as texts for codes
errors          what cannot be used, in one sentence
"""
