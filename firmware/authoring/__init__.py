"""`tavolino bot`: a bot in a file, from its first line to the table.

command       `tavolino bot new|check|try`
new.toml      the file that `new` writes
check         all that `check` says: what is wrong, what the plays showed, what the language cannot say
examine       random plays with the laws that every bot keeps
random_plays  a player who answers at random
fits          whether a step fits every panel
border        what the language cannot say, with the reason (border.toml)
live          the emulator's play, on the file as it was saved last
"""
