"""Tools for authors of bots: `make new-bot` and `make check-bot`."""
