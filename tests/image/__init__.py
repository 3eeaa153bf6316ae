"""The image: the choice of the root, upgrades, and the consistency of its parts."""
