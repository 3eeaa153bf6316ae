"""What the player sees and may do there, besides the steps of a bot.

view        what every view is: a menu, pages of text, a prompt
first_start what a new device asks, and what its keys do
host        what a view may ask of the device
play_view   a step of the play
language    the languages to choose from
new_play    the menus before a play: games, and the options of one
bots        the bots of files, and a play whose file was changed
pause       the menus during a play
stands      where a play stands
kept_plays  the plays that were put away or are over, and the way back to one
history     how plays came out
settings    what the player settles for good
decks       decks that were taught or taken in, looked through and mended
files       decks and plays in and out, by a folder that a PC can open
report      a play as a file or as codes, for whoever mends what is wrong
notices     what the device itself has to say or to ask
why         why a step is as it is
side        what the bot has on the table
recap       where we were, and what happened this turn
position    page, highlight, number and ticks, and how the knob moves them
hints       what the knob does, said once in the life of a device
chrome      the words of header and footer
"""
