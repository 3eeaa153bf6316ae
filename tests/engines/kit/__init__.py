"""Tests of what all bots are made of."""
