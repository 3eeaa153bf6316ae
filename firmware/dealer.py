"""The dealer: gives the device's cards and dice, in an order fixed by the seed alone.

The next card is the remaining one with the smallest SHA-256 of `seed/deck/shuffle/card`; the n-th roll of a die is the
SHA-256 of `seed/die/n`. So neither other answers nor undo change them, on any machine and any Python.
"""

import os
from collections.abc import Callable
from typing import Any

from engines.kit.contract import Draw, Roll


def dealer(seed: str) -> Callable[[Draw | Roll], str | int]:
    """Return the dealer of a seed."""

    def deal(ask: Draw | Roll) -> str | int:
        if isinstance(ask, Draw):
            prefix = _hash(seed, ask.deck, ask.shuffle, "")

            def rank(card: str) -> bytes:
                hashed = prefix.copy()
                hashed.update(card.encode())
                digest: bytes = hashed.digest()
                return digest

            return min((card.id for card in ask.remaining), key=rank)
        faces = ask.high - ask.low + 1
        return ask.low + int.from_bytes(_hash(seed, ask.die, ask.n).digest()) % faces

    return deal


def new_seed() -> str:
    """Return a random seed of 8 letters and digits, short enough for a problem report."""
    return os.urandom(4).hex()


def _hash(*parts: str | int) -> Any:
    """Return the hash object of parts, which can be continued."""
    from hashlib import sha256  # loads OpenSSL, and no start deals

    return sha256("/".join(map(str, parts)).encode())
