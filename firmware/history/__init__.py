"""The plays that are over: `records.py` lists them, `figures.py` sums them up, `command.py` is `tavolino history`."""
