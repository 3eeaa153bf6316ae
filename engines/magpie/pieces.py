"""What the Magpie's cards are called."""

from engines.decks import named
from engines.magpie.state import cards

DEED_NAMES = named(cards().deeds)
CHARM_NAMES = named(cards().charms)
