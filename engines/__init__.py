"""The bots: pure code. No clock, no randomness, no drawing, no hardware, no files but their own data."""
