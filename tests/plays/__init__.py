"""Recorded plays, one file each, and the test that replays them."""
