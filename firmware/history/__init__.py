"""`tavolino history`. The list is made by `firmware/history/records.py`, its figures by `firmware/history/figures.py`."""
