"""`tavolino bot`: a bot in a file, from its first line to the table.

command       `tavolino bot new|check|try`
new.toml      the file that `new` writes
check         the report of `check`: faults, results of plays, limits of the language
examine       random plays with the laws that every bot keeps
random_plays  a player who answers at random
fits          the check that each step fits every panel
limits.toml   what the language cannot say, with the reasons
live          the emulator's play, on the file as it was saved last
"""
