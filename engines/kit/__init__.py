"""The parts of every bot: text, decks, tracked values, decisions, screens; and a play of a bot.

contract        the values between a bot and the device: screens, asks, entries, reasons
engine          a bot, put together from the modules of its folder
play            a play: options and journal folded into a state; undo
versions        the replay of a play of another version

turn            the machine of a bot
decisions       decisions that may need to ask
screens         screens, made of what builders return
ending          the end of a game that the higher total wins
tracked_values  values on the table that can be corrected
drawings        drawings of the table, as values without pixels
emblem          emblems as text
options         options, decks and dice that a bot declares
decks           decks of cards, and the check of their files

rules           the loader of data files: rules, cards, decks
faults          the first fault of values that should make a struct
why             words for reasons
text            sentences with values, and their translations
"""
