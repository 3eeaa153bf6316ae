"""`tavolino history`. The list is made by `firmware/plays/history.py`, its figures by `firmware/views/figures.py`."""
