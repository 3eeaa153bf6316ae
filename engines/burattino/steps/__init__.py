"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.burattino.steps import choices, season, set_up
from engines.kit.screens import join_builders

BUILDERS = join_builders(set_up, season, choices)
