"""Tests of display/: type, layout, frames, words, symbols, recorded pictures."""
