"""Plays on disk: one append-only text file each, written before anything is shown.

    plays/0042-wyrmspan.jsonl     the play: a head, then a line for each operation    lines.py, play_file.py
    plays/0042-wyrmspan/          snapshots of its state, which can be made again     snapshots.py
    archive/                      plays that were put away, or are over               store.py
    copies/                       a second copy of every play                         copies.py
    damaged/                      files that did not read whole, as they were found   kept_file.py
    losses.json                   what was lost, until it was on the glass            losses.py
    counts.json                   what the panel and the starts are counted by, and the inputs of each play   counts.py
    history.json                  the archive as a list, which can be made again  history.py

`versions.py` takes plays up under the rules of today, `from_outside.py` those from files, `older.py` those of the store
that there was before. `command.py` is `tavolino play`.
"""
