"""Plays on disk, from their lines to a disk that fails."""
