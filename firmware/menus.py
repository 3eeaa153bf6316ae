"""The device's own menus, as data. Every line of every menu stands here.

games ─▶ options ─▶ (a play)
pause ┬ why this?
      ├ score
      ├ correct ─▶ a value
      ├ cards ─▶ mine or the device's ─▶ cards still in
      ├ other game
      ├ abandon ─▶ keep playing, abandon
      └ power off
recap ─▶ back to that step
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from engines import why as wording
from engines.contract import Choice, Choose, Count, Embed, Field, Number, Option, Options, Pick, Reason, Source, Switch
from engines.decks import PRINTED
from engines.engine import Engine
from engines.options import in_effect, in_play
from engines.play import Owner, Play
from engines.registry import GAMES
from engines.text import Text
from firmware.recap import Recap
from firmware.versions import OtherRules
from firmware.views import Item, Menu, MenuPage, Pages, Question, View

if TYPE_CHECKING:
    from firmware.desk import Desk

OWNERS: dict[Owner, Text] = {"device": Text("the device"), "own": Text("mine")}


# --- before a play ---


def games(desk: "Desk") -> View:
    """Return the game menu: every registered game, and whether a play of it waits."""

    def draw_up() -> MenuPage:
        items = [_game(desk, key, title) for key, title in GAMES.items()]
        off = Item("off", Text("Power off"), partial(_power_off, desk))
        return MenuPage("games", Text("Which game?"), [*items, off])

    return Menu(draw_up, None)


def _game(desk: "Desk", key: str, title: Text) -> Item:
    waits = desk.store.live(key) is not None
    text = Text("{game}: go on", game=title) if waits else title
    return Item(key, text, partial(desk.choose, key))


def options(desk: "Desk", engine: Engine[Any], given: Options, sources: dict[str, Owner]) -> View:
    """Return the options of a new play, as they were the last time, with “Begin” highlighted."""
    values, owners = dict(given), dict(sources)

    def draw_up() -> MenuPage:
        settled = in_effect(engine.options(), values)
        played = {option.name: values[option.name] for option in settled if option.name in values}
        begin = Item("begin", Text("Begin"), lambda: desk.begin(engine, played, owners))
        settle = [_option(desk, engine, option, values) for option in settled]
        cards = [
            _source(f"source.{one.name}", one, owners[one.name], partial(_hand_over, owners, one.name))
            for one in in_play(engine.sources, values)
        ]
        return MenuPage("options", engine.title, [begin, *settle, *cards])

    return Menu(draw_up, desk.close)


def _option(desk: "Desk", engine: Engine[Any], option: Option, values: Options) -> Item:
    asked = partial(_ask_option, desk, engine, option, values)
    value = _words(option, values.get(option.name))
    return Item(f"option.{option.name}", Text("{label}: {value}", label=option.label, value=value), asked)


def _words(option: Option, value: Any) -> Text:
    match option:
        case Choose():
            return next(choice.text for choice in option.choices if choice.id == value)
        case Count():
            return Text("{n}", n=value)
        case Switch():
            return Text("on") if value else Text("off")
        case Embed():
            return option.unset if value is None else Text("{name}", name=value.get("name") or "own")


def _ask_option(desk: "Desk", engine: Engine[Any], option: Option, values: Options) -> None:
    def taken(value: Any) -> None:
        values[option.name] = value
        desk.close()

    def taken_deck(name: str) -> None:
        values.pop(option.name, None)
        if name != PRINTED:
            values[option.name] = decks[name]
        desk.close()

    value: Any = values.get(option.name)
    match option:
        case Choose():
            desk.open(Question(option.label, Pick(option.choices, value), taken, desk.close))
        case Count():
            desk.open(Question(option.label, Number(option.low, option.high, value), taken, desk.close))
        case Switch():
            switch = (Choice("on", Text("on")), Choice("off", Text("off")))
            likely = "on" if value else "off"
            desk.open(Question(option.label, Pick(switch, likely), lambda one: taken(one == "on"), desk.close))
        case Embed():
            decks, faults = desk.decks(engine, option)
            if value is not None and value not in decks.values():
                decks[value["name"] or "own"] = value  # of the last play, and taken away since
            named = (Choice(PRINTED, option.unset), *(Choice(name, Text("{name}", name=name)) for name in decks))
            likely = next((name for name, deck in decks.items() if deck == value), PRINTED)
            desk.open(Question(option.label, Pick(named, likely), taken_deck, desk.close))
            for fault in faults:
                desk.complain(fault)


def _source(name: str, source: Source, owner: Owner, switch: Callable[[], None]) -> Item:
    """Return the line that says who gives a deck or a die; only one whose faces are known can change hands."""
    unknown = None if source.known else Text("faces unknown")
    return Item(name, Text("{label}: {owner}", label=source.label, owner=OWNERS[owner]), switch, unknown)


def _hand_over(owners: dict[str, Owner], name: str) -> None:
    owners[name] = _other(owners[name])


def _other(owner: Owner) -> Owner:
    return "own" if owner == "device" else "device"


# --- during a play ---


def pause(desk: "Desk") -> View:
    """Return the pause menu. Its first line explains what lies below it."""

    def draw_up() -> MenuPage:
        play = desk.play
        items = [] if play is None else _play_items(desk, play)
        return MenuPage("pause", Text("Pause"), [*items, Item("off", Text("Power off"), partial(_power_off, desk))])

    return Menu(draw_up, desk.close)


def _play_items(desk: "Desk", play: Play[Any]) -> list[Item]:
    sheet = play.engine.score(play.state)
    no_score = Text("no score in this game") if sheet is None else None
    over = Text("it is over") if play.engine.result(play.state) else None
    no_cards = None if in_play(play.engine.sources, play.options) else Text("none in this play")
    return [
        Item("why", Text("Why this?"), lambda: _why_below(desk, play)),
        Item("score", Text("Score"), lambda: desk.open(score(desk, play)), no_score),
        Item("correct", Text("Correct a value…"), lambda: desk.open(corrections(desk, play)), over),
        Item("cards", Text("Cards and dice…"), lambda: desk.open(sources(desk, play)), over or no_cards),
        Item("other", Text("Other game"), desk.to_menu),
        Item("abandon", Text("Abandon this play…"), lambda: desk.open(abandon(desk))),
    ]


def _why_below(desk: "Desk", play: Play[Any]) -> None:
    """Explain the step that the recap highlights, else the one that the play waits at."""
    desk.close()
    if isinstance(desk.top, Recap):
        desk.top.why()
    else:
        desk.open(why(desk, play.engine, play.why()))


def why(desk: "Desk", engine: Engine[Any], reasons: Iterable[Reason]) -> View:
    """Return reasons to read: rule, facts, what followed."""
    return Pages(Text("Why?"), wording.told(engine.book, reasons), desk.close)


def score(desk: "Desk", play: Play[Any]) -> View:
    """Return the bot's score as it stands."""
    sheet = play.engine.score(play.state)
    assert sheet is not None  # the pause menu blocks its line otherwise
    rows = [Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows]
    return Pages(Text("{bot}: {total}", bot=play.engine.bot, total=sheet.total), rows, desk.close)


def corrections(desk: "Desk", play: Play[Any]) -> View:
    """Return every value that can be corrected."""

    def draw_up() -> MenuPage:
        items = [_field(desk, play, field) for field in play.engine.fields(play.state)]
        return MenuPage("correct", Text("Correct a value"), items)

    return Menu(draw_up, desk.close)


def _field(desk: "Desk", play: Play[Any], field: Field) -> Item:
    value = next((choice.text for choice in field.choices if choice.id == field.value), field.value)
    text = Text("{label}: {value}", label=field.label, value=value)
    return Item(field.name, text, lambda: _ask_field(desk, play, field))


def _ask_field(desk: "Desk", play: Play[Any], field: Field) -> None:
    def taken(value: Any) -> None:
        desk.keep(play.correct({field.name: value}))
        desk.to_step()
        desk.says = Text("Corrected")

    ask = Pick(field.choices, str(field.value)) if field.choices else Number(field.low, field.high, int(field.value))
    desk.open(Question(field.label, ask, taken, desk.close))


def sources(desk: "Desk", play: Play[Any]) -> View:
    """Return who gives the cards and dice from now on."""

    def draw_up() -> MenuPage:
        items = [
            _source(one.name, one, play.sources[one.name], partial(_switch, desk, play, one))
            for one in in_play(play.engine.sources, play.options)
        ]
        return MenuPage("cards", Text("Who gives them?"), items)

    return Menu(draw_up, desk.close)


def _switch(desk: "Desk", play: Play[Any], source: Source) -> None:
    """Switch, and show which cards of the player's own deck are still in."""
    owner = _other(play.sources[source.name])
    left = play.engine.left(play.state, source.name) if source.kind == "deck" else ()
    desk.keep(play.use(source.name, owner))
    desk.to_step()
    if owner == "own" and left:
        desk.open(still_in(desk, left))


def still_in(desk: "Desk", left: Iterable[Choice]) -> View:
    """Return the cards of the player's own deck that may still come up."""
    cards = tuple(choice.text for choice in left)
    return Pages(Text("Still in your deck"), [Text("{cards}", cards=cards)], desk.close)


def abandon(desk: "Desk") -> View:
    """Return the question whether to give a play up. It is put away, never deleted."""
    items = (Item("keep", Text("Keep playing"), partial(desk.close, 2)), Item("abandon", Text("Abandon"), desk.archive))
    lines = (Text("It is put away, not deleted."),)
    return Menu(lambda: MenuPage("abandon", Text("Abandon this play?"), items, lines), desk.close)


def recap(desk: "Desk", play: Play[Any]) -> View:
    """Return the steps of this turn; Next goes back to one."""
    return Recap(
        play,
        undo=lambda k: _go_back(desk, play, k),
        explain=lambda reasons: desk.open(why(desk, play.engine, reasons)),
        close=desk.close,
    )


def _go_back(desk: "Desk", play: Play[Any], k: int) -> None:
    desk.keep(play.undo(k))
    desk.to_step()


def way_out(desk: "Desk", play: Play[Any] | None) -> View:
    """Return what stands in place of a step that cannot be shown. It draws on nothing of the play."""
    none = None if play is not None and play.n > play.floor else Text("nothing to undo")
    undo = Item("undo", Text("Undo the last step"), lambda: desk.undo(play) if play else None, none)
    lines = (Text("Nothing is lost. The log says why."),)
    page = MenuPage("way_out", Text("This step cannot be shown"), _ways(desk, undo), lines)
    return Menu(lambda: page, desk.home)


def safe_mode(desk: "Desk", trouble: str) -> View:
    """Return what a device shows first that has crashed several times in a row: no play is touched for it."""
    lines = (Text("It stopped several times:"), Text("{trouble}", trouble=trouble), Text("Nothing is lost."))
    page = MenuPage("safe_mode", Text("Safe mode"), _ways(desk), lines)
    return Menu(lambda: page, None)


def _ways(desk: "Desk", *further: Item) -> tuple[Item, ...]:
    """Return the lines that lead out of a fault."""
    live = None if desk.store.current() == desk.number else Text("no play")
    again = Item("again", Text("Try again"), desk.home)
    other = Item("other", Text("Other game"), desk.to_menu)
    return (again, *further, other, Item("abandon", Text("Abandon this play"), desk.put_away, live))


# --- after a play, and around it ---


def keep_learned(desk: "Desk", engine: Engine[Any], learned: Options) -> View:
    """Return the question whether to keep what a play taught."""

    def keep() -> None:
        desk.learn(engine, learned)
        desk.close()

    items = (Item("keep", Text("Keep it"), keep), Item("forget", Text("Forget it"), desk.close))
    lines = (Text("The next play will not ask for it again."),)
    return Menu(lambda: MenuPage("learned", Text("Keep what was learned?"), items, lines), desk.close)


def other_rules(desk: "Desk", found: OtherRules) -> View:
    """Return the choice after an upgrade under which the play would have gone otherwise."""
    table = found.table
    from_table = Item(
        "table",
        Text("From your table as it is"),
        lambda: desk.go_on(table) if table else None,
        None if table else Text("not readable"),
    )
    from_step = Item("step", Text("From step {n}", n=found.n), lambda: desk.go_on(found.at_step))
    lines = (Text("The bot’s rules were corrected."), Text("From your table: undo stops here."))
    likely = "table" if table else "step"
    page = MenuPage("other_rules", Text("Go on from where?"), (from_table, from_step), lines, likely)
    return Menu(lambda: page, desk.to_menu)


def notices(desk: "Desk", headline: Text, sentences: Iterable[str]) -> View:
    """Return sentences about what could not be used."""
    return Pages(headline, [Text("{sentence}", sentence=sentence) for sentence in sentences], desk.close)


def _power_off(desk: "Desk") -> None:
    """Leave the pending step on the glass, where it can be read without power."""
    desk.close(len(desk.views))
    desk.off = True
