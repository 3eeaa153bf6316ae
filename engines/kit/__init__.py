"""What all bots are made of: text, decks, tracked values, decisions, screens, and a play of them."""
