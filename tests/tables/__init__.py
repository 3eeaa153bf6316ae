"""Table doubles: small models of a real board that answer asks from the facts of a screen."""
