"""Tests of the engine of bot files."""
