"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.burgundy.steps import its_turn, rounds, set_up
from engines.kit.screens import join_builders

BUILDERS = join_builders(set_up, rounds, its_turn)
