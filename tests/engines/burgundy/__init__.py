"""The Castles of Burgundy, driven as an outsider would: over the engine protocol."""
