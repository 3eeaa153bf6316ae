"""Tests of `tavolino bot`."""
