"""Decisions about VJ: facts in, choice and reasons out. `turn.py` decides his turn, `gains.py` what follows it."""
