"""Whole machines: Debian with Tavolino installed by its own installer, booted, played, and cut from their power."""
