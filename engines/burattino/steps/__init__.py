"""State to screen: the player's words, in the parts of a play. A builder has the name of its phase or question."""

from engines.burattino.steps import choices, ends, header, helps, season, set_up
from engines.kit.screens import join_builders

BUILDERS = join_builders(header, set_up, season, choices, helps, ends)
