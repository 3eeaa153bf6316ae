"""The parts of every bot: text, decks, tracked values, decisions, screens; and a play of a bot."""
