"""State to screen, by parts of a play. A builder has the name of its phase or question."""

from engines.kit.screens import join_builders
from engines.pampero.steps import card, ends, gains, header, places, set_up, your_turn

BUILDERS = join_builders(header, set_up, your_turn, card, places, gains, ends)
