"""The views: the screens of the device, and the effects of keys on them.

view            the classes of views: a menu, pages to read, a prompt
host            the interface of the device to its views
play_view       a step of the play, and what opens from it: the bot's side, the lines of a total, putting away
new_play        the menus before a play: games, and the options of one
pause           the menus during a play
why             the reasons of a step, and their rules
recap           the steps of this turn, and the way back to one
corrections     the values that can be corrected
notices         notices and questions of the device itself
chrome          the words of header and footer
position        page, highlight, number and ticks, and their moves
key_sets        the names and marks of the keys on the glass
hints           explanations of the keys, each shown once in the life of a device
progress_label  the progress of a play in a list

Loaded only when they are opened:

bots            the bots of files, and a play whose file was changed
decks           decks that were taught or imported: read and changed
files           import and export of decks and plays, by a folder that a PC can open
first_start     the questions of a new device, and the lesson on its keys
history         results of plays
kept_plays      the plays that are put away or over, and the way back to one
report          a play as a file or as codes, for a report of a fault
settings        the settings of the player
usb_keys        the learned keys of USB devices, and the screens that learn them
"""
