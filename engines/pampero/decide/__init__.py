"""Decisions about VJ: facts in, choice and reasons out. His turn begins in `turn.py`; the others are asked after it."""
