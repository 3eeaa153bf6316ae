"""Bots in files against the open helpers that their facts are from: recorded turns, compared field by field."""
