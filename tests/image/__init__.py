"""The image: what decides which root starts, how an upgrade is taken, and that its parts fit each other."""
