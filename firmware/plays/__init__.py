"""Plays on disk: one append-only text file each, written before anything is shown.

    plays/0042-wyrmspan.jsonl     the play: a head, then a line for each operation    lines.py, play_file.py
    plays/0042-wyrmspan/          snapshots of its state, and the draft of an answer  snapshots.py, draft.py
    archive/                      plays that are put away or over                     store.py
    copies/                       a second copy of every play                         kept_file.py
    damaged/                      files with damage, as they were found               folder.py
    losses.json                   losses that the glass has not shown yet             losses.py
    counts.json                   refreshes, starts, and the inputs of each play      folder.py

`from_outside.py` imports plays from files.
"""
