"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.kit.builders import together
from engines.pampero.steps import card, contracts, ends, gains, header, majorities, sectors, set_up, your_turn

BUILDERS = together(header, set_up, your_turn, majorities, card, sectors, contracts, gains, ends)
