"""Tests of files and the folder of exchange."""
