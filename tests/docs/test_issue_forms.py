"""The forms for issues: GitHub accepts them, and they require what is needed to work on an issue."""

import re
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta, Struct, yaml

from tests.docs.test_docs import ROOT, anchors

FOLDER = ROOT / ".github/ISSUE_TEMPLATE"
FILES = sorted(FOLDER.iterdir())
each_form = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

pytestmark = pytest.mark.all

Words = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$")]


class Strict(Struct, forbid_unknown_fields=True, frozen=True):
    """Fields of GitHub's schema, and no others."""


class Validations(Strict, frozen=True):
    """GitHub's checks of an issue before it is opened."""

    required: bool = False


class MarkdownAttributes(Strict, frozen=True):
    """The text of words between the fields."""

    value: Words


class Markdown(Strict, frozen=True, tag="markdown"):
    """Words between the fields."""

    attributes: MarkdownAttributes


class InputAttributes(Strict, frozen=True):
    """One line of text."""

    label: Words
    description: Words | None = None
    placeholder: Words | None = None
    value: Words | None = None


class TextAttributes(InputAttributes, frozen=True):
    """Several lines of text; with `render` they are code of that language, and files cannot be dropped."""

    render: Words | None = None


class ChoiceAttributes(Strict, frozen=True):
    """A choice of a list."""

    label: Words
    options: Annotated[list[Words], Meta(min_length=1)]
    description: Words | None = None
    multiple: bool = False
    default: int | None = None


class Line(Strict, frozen=True, tag="input"):
    """A field of one line."""

    id: Id
    attributes: InputAttributes
    validations: Validations = Validations()


class Lines(Strict, frozen=True, tag="textarea"):
    """A field of several lines."""

    id: Id
    attributes: TextAttributes
    validations: Validations = Validations()


class Dropdown(Strict, frozen=True, tag="dropdown"):
    """A field with a list."""

    id: Id
    attributes: ChoiceAttributes
    validations: Validations = Validations()


class Form(Strict, frozen=True):
    """A form for issues: docs.github.com, “Syntax for issue forms”."""

    name: Words
    description: Words
    body: Annotated[list[Markdown | Line | Lines | Dropdown], Meta(min_length=1)]
    title: Words | None = None
    labels: list[Words] = []

    @property
    def fields(self) -> list[Line | Lines | Dropdown]:
        """Return what can be filled in."""
        return [one for one in self.body if not isinstance(one, Markdown)]


REQUIRED: dict[str, set[str]] = {
    "rule": {"game", "happened", "expected", "citation", "report"},
    "panel": {"kind", "pi", "panel", "found"},
    "bot": {"kind", "game", "source"},
}


def form(path: Path) -> Form:
    """Return the form of a file; ValidationError if GitHub would refuse it."""
    return yaml.decode(path.read_bytes(), type=Form)


@each_form
def test_a_form_requires_its_fields(path: Path) -> None:
    """GitHub's schema holds, ids and labels differ, and what the form cannot do without is required."""
    read = form(path)
    for names in ([one.id for one in read.fields], [one.attributes.label for one in read.fields], read.labels):
        assert len(names) == len(set(names))
    assert REQUIRED[path.stem] == {one.id for one in read.fields if one.validations.required}


@each_form
def test_links_of_a_form_lead_somewhere(path: Path) -> None:
    """A link leads to a page of the checkout, and to a heading of it."""
    links = re.findall(r"\]\(\.\./blob/main/([^)#]+)#?([^)]*)\)", path.read_text("utf-8"))

    assert links
    assert [] == [name for name, heading in links if heading and heading not in anchors(ROOT / name)]
    assert [] == [name for name, _ in links if not (ROOT / name).is_file()]


def test_there_are_three_forms() -> None:
    """There are forms for a wrong rule, a panel and a bot; their names differ."""
    assert sorted(REQUIRED) == [path.stem for path in FILES]
    assert len(FILES) == len({form(path).name for path in FILES})
