"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.kit.screens import join_builders
from engines.lisboa.steps import ends, his_turn, rounds, set_up

BUILDERS = join_builders(set_up, rounds, his_turn, ends)
