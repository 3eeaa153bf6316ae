"""Plays on disk: one append-only text file each, written before anything is shown.

    plays/0042-wyrmspan.jsonl     the play: a head, then a line for each operation    lines.py, play_file.py
    plays/0042-wyrmspan/          snapshots of its state, and the draft of an answer  snapshots.py, draft.py
    archive/                      plays that were put away, or are over               store.py
    copies/                       a second copy of every play                         kept_file.py
    damaged/                      files that did not read whole, as they were found   folder.py
    losses.json                   what was lost, until it was on the glass            losses.py
    counts.json                   refreshes, starts, and the inputs of each play      folder.py

`from_outside.py` takes in plays from files.
"""
