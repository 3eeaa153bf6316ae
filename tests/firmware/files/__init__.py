"""Tests of files and the exchange folder."""
