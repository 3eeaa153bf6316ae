"""Files: how they are written, and how they come and go.

disk      files read, written whole, appended to and synced; the data folder and its lock
exchange  the folder that a PC can open
"""
