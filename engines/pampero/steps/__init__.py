"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.kit.screens import join_builders
from engines.pampero.steps import card, contracts, ends, gains, header, majorities, sectors, set_up, your_turn

BUILDERS = join_builders(header, set_up, your_turn, majorities, card, sectors, contracts, gains, ends)
