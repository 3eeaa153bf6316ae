"""What writes docs/, and tests of what it says."""
