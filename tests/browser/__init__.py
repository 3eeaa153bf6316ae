"""The page in a real browser, Debian's chromium; without one these tests are skipped, and say so."""
