"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.kit.screens import join_builders
from engines.lisboa.steps import ends, place, set_up, state_action, visit, your_turn

BUILDERS = join_builders(place, set_up, your_turn, state_action, visit, ends)
