"""Pampero, driven as an outsider would: over the engine protocol."""
