"""The bots, one folder each, and what they share."""
