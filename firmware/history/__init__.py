"""How plays came out: `figures.py` sums up what `firmware/plays/history.py` lists, for `tavolino history`."""
