"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.burgundy.steps import ends, header, its_turn, rounds, set_up
from engines.kit.builders import together

BUILDERS = together(header, set_up, rounds, its_turn, ends)
