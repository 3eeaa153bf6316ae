"""The results of plays: `records.py` lists those that are over or put away, and `figures.py` sums them up."""
