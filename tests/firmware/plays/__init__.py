"""Plays on disk, from the lines of their files to a failing disk."""
