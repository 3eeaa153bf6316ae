"""Files on the disk, and their import and export.

disk      files written whole, appended to and synced; the lock of a folder
exchange  the folder that a PC can open
"""
