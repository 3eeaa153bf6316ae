"""Tools for who writes a bot: `make new-bot` and `make check-bot`."""
