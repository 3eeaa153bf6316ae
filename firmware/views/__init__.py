"""What the player sees, and what its keys do.

view            what every view is: a menu, pages to read, a prompt
host            what a view may ask of the device
play_view       a step of the play, and what opens from it: the bot's side, the lines of a total, putting away
new_play        the menus before a play: games, and the options of one
pause           the menus during a play
why             why a step is as it is
recap           the steps of this turn, and the way back to one
corrections     the values that can be corrected
notices         what the device itself has to say or to ask
chrome          the words of header and footer
position        page, highlight, number and ticks, and how turning moves them
key_sets        what the glass calls the keys, and how it draws them
hints           what the keys do, said once in the life of a device
progress_label  how far a play has come

Loaded only when they are opened:

bots            the bots of files, and a play whose file was changed
decks           decks that were taught or taken in, looked through and changed
files           decks and plays in and out, by a folder that a PC can open
first_start     what a new device asks, and what its keys do
history         how plays came out
kept_plays      the plays that were put away or are over, and the way back to one
report          a play as a file or as codes, for whoever mends what is wrong
settings        what the player sets
"""
