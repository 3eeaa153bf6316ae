"""Tests of the page's server."""
