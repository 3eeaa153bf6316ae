"""Facts in the README and the docs: named things exist, and generated parts are not stale."""

import re
import tomllib
from argparse import ArgumentParser, _SubParsersAction
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from PIL import Image

from engines.registry import GAMES
from firmware import cli
from firmware.emulators import script, terminal
from tests.docs import examples, pictures
from tests.docs.commands import arguments_of, page_commands, program
from tests.docs.pages import STALE, is_same_picture
from tests.profiles import PROFILES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EMULATOR = (ROOT / "docs/emulator.md").read_text()
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("systemd/*.md")))
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


# --- names ---


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    """The files and headings that a page links to exist."""
    links = [link for link in re.findall(r"\]\(([^)]+)\)", page.read_text()) if "://" not in link]

    for link in links:
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not heading or heading in anchors(target), link


@each_page
def test_every_path_exists(page: Path) -> None:
    """A file that a page names in code is in the checkout; <game> and <key> stand for a name."""
    named = re.findall(r"`((?:engines|display|hw|firmware|tests|docs)/[\w./<>]*)`", page.read_text())

    assert [] == [path for path in named if not list(ROOT.glob(re.sub("<.*?>", "*", path).rstrip("/")))]


def test_every_page_can_be_found() -> None:
    """Links lead from the README to every page of the docs."""
    reached, new = set[Path](), {ROOT / "README.md"}
    while new:
        reached |= new
        links = {(page.parent / link).resolve() for page in new for link in _links(page)}
        new = {page for page in links if page.suffix == ".md"} - reached

    assert [] == [str(page.relative_to(ROOT)) for page in PAGES if page not in reached]


def test_every_command_is_known() -> None:
    """`make X` is a target of the Makefile, and `tavolino X` a command, perhaps with a second word."""
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    known = {*targets, *_our_commands(), "bot", "deck", "engine", "play"}
    typed = [
        " ".join(arguments_of(command)[:2]) for command in page_commands() if program(command) in ("make", "tavolino")
    ]

    assert [] == [name for name in typed if not {name, name.split()[0]} & known and name[0] not in "-…C"]


def test_every_command_is_listed() -> None:
    """The table of commands is complete."""
    page = (ROOT / "docs/commands.md").read_text()
    named = set(re.findall(r"^\| `tavolino ((?:(?:bot|deck|play) )?[a-z]+)", page, re.MULTILINE))

    assert _our_commands() == named


def test_every_word_of_a_script_is_listed() -> None:
    """The words of a headless script are those that it understands."""
    table = EMULATOR.partition("| word |")[2].partition("\n\n")[0]

    assert set(script.VALUE_PATTERNS) == {word.partition(":")[0] for word in re.findall(r"`([^`]+)`", table)}


@pytest.mark.all
def test_the_quoted_test_is_current() -> None:
    """The test that CONTRIBUTING quotes is in the tests of Lisboa, line by line but for its comments."""
    [quoted] = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    lines = [re.sub(r"  # .*", "", line) for line in dedent(quoted).splitlines()]
    source = (ROOT / "tests/engines/lisboa/test_rules.py").read_text()

    assert "\n".join(lines).strip() in source


def test_the_readme_is_short() -> None:
    """A stranger reads it to the end."""
    assert len(README.splitlines()) < 150


def test_the_readme_names_every_game() -> None:
    """The games that are built in are those of the registry, and each bot in a file is named."""
    rows = re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)
    titles = re.compile(r'^(?:title|game) = "(.+)"', re.MULTILINE)
    bots = [titles.findall(path.read_text("utf-8")) for path in ROOT.glob("bots/*.toml")]
    readme = " ".join(README.split())

    assert list(GAMES) == rows
    assert [] == [bot for bot in bots if not any(title in readme for title in bot)]


def test_the_readme_has_the_prices_of_the_lists() -> None:
    """What a build costs in the README is the sum of its list of parts."""
    lists = " ".join(re.findall(r"^\| in all \|.*$", (ROOT / "docs/build.md").read_text(), re.MULTILINE))
    prices = re.findall(r"\d+–\d+", README.partition("## What you need")[2].partition("\n## ")[0])

    assert sorted(re.findall(r"\d+–\d+", lists)) == sorted(prices)


def test_a_window_of_the_size_in_the_docs_shows_the_glass() -> None:
    """The glass fits into as many characters as the docs say, and not into fewer; one line is the help."""
    sizes = re.findall(r"(\d+) × (\d+)", EMULATOR)
    panels = [PROFILES["4.2"], PROFILES["2.9"]]
    for (columns, lines), panel in zip(sizes, panels, strict=True):
        glass = Image.new("1", (panel.width, panel.height))
        width, height = int(columns), int(lines) - 1

        assert terminal.braille_cells(glass) == [
            row.removeprefix(terminal.INK) for row in _window(glass, width, height)
        ]
        assert ["words"] == _window(glass, width - 1, height) == _window(glass, width, height - 1)


def test_every_dependency_has_its_reason() -> None:
    """The page says of each dependency of pyproject.toml why it is there, and of no other."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = (one for extra in project["optional-dependencies"].values() for one in extra)
    dependencies = [*project["dependencies"], *(one for one in extras if not one.startswith("tavolino["))]
    reasons = re.findall(r"^- `([a-z-]+)`: .+", (ROOT / "docs/dependencies.md").read_text(), re.MULTILINE)

    assert sorted(re.match(r"[\w-]+", one)[0] for one in dependencies) == sorted(reasons)  # type: ignore[index]


def test_the_changelog_keeps_its_form() -> None:
    """Versions, the unreleased one first; in each, only the usual headings."""
    headings = re.findall(r"^(#+) (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    versions = [title for level, title in headings if level == "##"]
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "For builders"}

    assert "[Unreleased]" == versions[0]
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", version) for version in versions[1:])
    assert set() == {title for level, title in headings if level == "###"} - kinds


# --- what is generated ---


@pytest.mark.all
def test_the_pictures_are_fresh(tmp_path: Path) -> None:
    """Each picture is what the device draws now, pixel by pixel."""
    pictures.write(tmp_path)
    drawn = {path.name: path for path in tmp_path.iterdir()}
    kept = {path.name: path for path in (ROOT / "docs/pictures").iterdir()}

    assert drawn.keys() == kept.keys()
    assert [] == [f"{name} {STALE}" for name in sorted(drawn) if not is_same_picture(drawn[name], kept[name])]


def test_every_picture_is_shown() -> None:
    """How to play and how to build one show every picture."""
    pages = "".join((ROOT / "docs" / name).read_text() for name in ("play.md", "build.md"))
    shown = re.findall(r"\(pictures/([\w.-]+\.png)\)", pages)

    assert sorted(path.name for path in (ROOT / "docs/pictures").iterdir()) == sorted(shown)


@pytest.mark.parametrize("name", examples.NAMES)
def test_the_examples_are_fresh(name: str) -> None:
    """The pages on protocol and play files show what the program answers now."""
    page = (ROOT / "docs" / name).read_text()

    assert page == examples.with_replies(page), f"docs/{name} {STALE}"


def _links(page: Path) -> list[str]:
    """Return the files that a page links to."""
    return [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page.read_text()) if "://" not in link]


def anchors(page: Path) -> set[str]:
    """Return the names of a page's headings in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def _our_commands() -> set[str]:
    return set(_commands(cli._parser()))


def _commands(parser: ArgumentParser, before: str = "") -> list[str]:
    """Return the commands of a parser; a command with subcommands is replaced by them."""
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            return [name for key, one in action.choices.items() for name in _commands(one, f"{before} {key}".strip())]
    return [before]


def _window(glass: Image.Image, columns: int, lines: int) -> list[str]:
    return terminal.window_rows(glass, "words", columns, lines)
