"""Files that are put into the machines, and run there."""
