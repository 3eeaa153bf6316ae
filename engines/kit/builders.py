"""The builders of a game whose words fill several modules, brought together as one `steps.py` would have them.

The modules are cut where the play is cut. What several of them share is a module of its own, which builds no screen.
"""

from types import ModuleType, SimpleNamespace
from typing import Any


def together(*parts: ModuleType) -> Any:
    """Return the public functions that the parts define, by name. ValueError where two parts define the same."""
    found: dict[str, Any] = {}
    for part in parts:
        own = {name: one for name, one in vars(part).items() if _is_builder(one, part) and not name.startswith("_")}
        if twice := found.keys() & own:
            raise ValueError(f"{part.__name__} defines {', '.join(sorted(twice))}, as a part before it does")
        found |= own
    return SimpleNamespace(**found)


def _is_builder(one: Any, part: ModuleType) -> bool:
    return callable(one) and one.__module__ == part.__name__
