"""Tests of the device."""
