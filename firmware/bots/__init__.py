"""The bots that can be played.

engines  the bot of a play, of a file, or of a name
files    the files of bots, listed and read
"""
