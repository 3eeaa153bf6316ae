"""One screen of every kind of ask, with what a player may have turned to, and the words around them."""

from msgspec.structs import replace

from display.frame import Chrome, Cursor
from engines.kit.contract import (
    Ask,
    Badge,
    Choice,
    Counter,
    Counters,
    Done,
    Draw,
    Emblem,
    Marks,
    Number,
    Pick,
    Role,
    Roll,
    Screen,
    Who,
    YesNo,
)
from engines.kit.text import Icon, Text
from engines.registry import GAMES, MAGPIE, emblem_of

NOTICE = Text("Nothing is saved")
CHROME = Chrome(
    left=Text("{icon} Lacerda", icon=Icon.BOT),
    right=(Text("Round 2/4"),),
    footer=(Text("Done: the next step of his turn"), Text("Done: next step"), Text("Done")),
    back=Text("Undo"),
)
PUSH = {"marks": Text("Untick"), "counters": Text("Change"), "counters_entered": Text("OK")}
"""What Push does on some of the screens."""


def a_screen(headline: Text, lines: tuple[Text, ...], ask: Ask, role: Role = Role.QUESTION) -> Screen:
    """Return a screen with the parts that are drawn."""
    return Screen("place", role, headline, lines, Badge(Who.BOT), ask, {})


def choices(*names: str) -> tuple[Choice, ...]:
    """Return options whose ids are their words."""
    return tuple(Choice(name, Text("{name}", name=name)) for name in names)


_TURN = Pick(
    (
        Choice("go_on", Text("My turn is done")),
        Choice("pass", Text("I pass")),
        Choice("villa", Text("I build a villa"), blocked=Text("needs {n}, has {m}", n=4, m=3)),
    ),
    likely="go_on",
)
_CARDS = tuple(
    Choice(f"c{place}", Text("{place}: {words}", place=place, words=words), icon=Icon.CARD)
    for place, words in enumerate(
        (
            "Take a dragon",
            "Explore twice",
            "Excavate",
            "Entice",
            "Rest",
            "Gain the leftmost of all the tiles there are",
            "Move on",
        )
    )
)

_GOODS = Counters(
    tuple(
        Counter(name.lower(), Text("{name}", name=name), 0, 12 if name == "Stones" else 4, n)
        for n, name in enumerate(("Wood", "Clay", "Stones", "Goods of any other colour", "Silver", "Workers"))
    )
)

SCREENS: dict[str, tuple[Screen, Cursor]] = {
    "instruction": (
        a_screen(
            Text("Place {n} officials", n=2),
            (Text("In offices with the fewest Lacerda officials."), Text("Tie: leftmost office.")),
            Done(),
            Role.INSTRUCTION,
        ),
        Cursor(),
    ),
    "idle": (
        a_screen(
            Text("His turn is done"),
            (
                Text("He took the leftmost tile of depot {n}.", n=3),
                Text("He paid {n} {icon} coins.", n=3, icon=Icon.COIN),
                Text("He moved his ship {n} spaces.", n=2),
            ),
            _TURN,
        ),
        Cursor(highlight=1),
    ),
    "blocked": (a_screen(Text("Your turn"), (), _TURN), Cursor(highlight=2)),
    "single": (a_screen(Text("Shuffle his deck"), (), Pick(choices("go_on"), "go_on"), Role.INSTRUCTION), Cursor()),
    "yes_no": (a_screen(Text("Are you ahead of him?"), (Text("Count the wood."),), YesNo()), Cursor(highlight=1)),
    "number": (
        a_screen(Text("How many officials?"), (Text("In the left office."),), Number(0, 12, 3)),
        Cursor(number=3),
    ),
    "minus": (a_screen(Text("Cards you gave back?"), (), Number(0, 8, 3, minus_from=8)), Cursor(number=3)),
    "roll": (a_screen(Text("Roll the white die"), (), Roll("white", 0, 1, 6)), Cursor(number=5)),
    "marks": (
        a_screen(
            Text("Which depots are empty?"),
            (),
            Marks(choices("Depot 1", "Depot 2", "Depot 3", "Depot 4", "Depot 5", "Depot 6"), 0, 6),
        ),
        Cursor(highlight=1, ticks=("Depot 1", "Depot 2", "Depot 6")),
    ),
    "counters": (
        a_screen(Text("Which goods?"), (Text("Of the ship in depot {n}.", n=3),), _GOODS),
        Cursor(highlight=2, counts=(0, 1, 12, 3, 4, 0)),
    ),
    "counters_entered": (
        a_screen(Text("Which goods?"), (), _GOODS),
        Cursor(highlight=1, counts=(0, 3, 2, 3, 4, 0), entered=True),
    ),
    "draw": (a_screen(Text("Which card came up?"), (Text("Draw the top one."),), Draw("deck", 0, _CARDS)), Cursor(2)),
    "long": (
        a_screen(
            Text("Move the Automa's explorer to the crimson cavern"),
            (
                Text("An explanation that certainly does not fit the second row of any small panel."),
                Text("Then pay {n} coins to the supply and turn the {icon} marker over.", n=3, icon=Icon.MARKER),
                Text("Finally refill the row from the bag, from left to right, and shuffle the discarded tiles."),
                Text("Donaudampfschifffahrtsgesellschaftskapitänsmütze"),
            ),
            _TURN,
        ),
        Cursor(),
    ),
}

SCREENS["games"] = (
    a_screen(
        Text(""),
        (),
        Pick(
            (
                *(
                    Choice(key, title, note=Text("new"), emblem=emblem_of(key))
                    for key, title in (*GAMES.items(), (MAGPIE, Text("The Magpie")))
                ),
                Choice("crow", Text("The Crow"), note=Text("Round 2, your turn"), emblem=Emblem("C")),
                Choice("more", Text("More bots…")),
                Choice("off", Text("Power off")),
            ),
            "wyrmspan",
        ),
    ),
    Cursor(),
)
SCREENS["yours"] = (
    replace(SCREENS["idle"][0], lines=SCREENS["idle"][0].lines[:1], badge=Badge(Who.YOU), role=Role.INSTRUCTION),
    Cursor(),
)
SCREENS["result"] = (
    a_screen(
        Text("You win by {n} points", n=7),
        (Text("You: {n} points.", n=96), Text("Lacerda: {n} points.", n=89)),
        Pick(choices("Play again", "Tidy up…", "Done"), "Done"),
        Role.RESULT,
    ),
    Cursor(highlight=2),
)
SCREENS["why"] = (
    a_screen(
        Text(""),
        (),
        Pick(
            choices(
                "He wanted an office with the fewest of his officials.",
                "Offices 1 and 3 have two of them. Office 1 is further left.",
                "2 more rules",
            ),
            "Offices 1 and 3 have two of them. Office 1 is further left.",
        ),
    ),
    Cursor(highlight=1),
)
