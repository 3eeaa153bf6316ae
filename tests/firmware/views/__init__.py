"""Tests of views and menus."""
