"""Files: how they are written, and how they come and go.

disk      files written whole, appended to and synced; the lock of a folder
exchange  the folder that a PC can open
"""
