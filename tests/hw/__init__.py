"""Tests of the parts, real code on simulated pins."""
