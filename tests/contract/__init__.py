"""Laws that hold for every bot, the made-up one included."""
