"""Tests of the device, from key to glass."""
