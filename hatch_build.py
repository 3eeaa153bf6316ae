"""Compiles the catalogues: each `locale/<language>.po` becomes a `.mo`, which the device reads.

The build calls it for a wheel and for an editable install; the tests, `make run` and `make words` call it for changed
files. A translation names a term of the game's glossary as `{=crane}`, or a form of it as `{=crane.dat}`; here it
becomes the word on the box. A language may have variants, such as `de-old` for an older box: each
`glossary.de-old.toml` adds a second, small `.mo` with the messages in which its terms have other words.
"""

import re
import tomllib
from collections.abc import Callable, Container
from contextlib import suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
TERM = re.compile(r"\{=([\w.]+)\}")


class CompileCatalogues(BuildHookInterface[Any]):
    """The build's step."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - as hatchling calls it
        """Compile before files are collected; they are packed although git ignores them."""
        compile_all(Path(self.root))
        build_data["artifacts"].append("*.mo")


def catalogues(root: Path = ROOT) -> list[Path]:
    """Return every `.po` file of the product."""
    return sorted(path for folder in ("engines", "firmware") for path in (root / folder).rglob("locale/*.po"))


def compile_all(root: Path = ROOT) -> None:
    """Compile changed catalogues, and delete compiled files that have no source any more."""
    compiled = {path for po in catalogues(root) for path in compile_one(po)}
    for folder in ("engines", "firmware"):
        for old in set((root / folder).rglob("locale/*.mo")) - compiled:
            old.unlink()


def compile_one(po: Path) -> list[Path]:
    """Compile a `.po` if it changed; return its files: one, and one for each variant with a glossary."""
    variants = sorted(po.parent.glob(f"glossary.{po.stem}-*.toml"))
    targets = [po.with_suffix(".mo"), *(po.with_name(f"{path.stem.partition('.')[2]}.mo") for path in variants)]
    sources = [path for path in (po, _glossary_of(po), *variants, Path(__file__)) if path.exists()]
    newest = max(path.stat().st_mtime_ns for path in sources)
    if all(path.exists() and path.stat().st_mtime_ns >= newest for path in targets):
        return targets
    usual = terms(glossary(po))
    _write(targets[0], _compiled(po, usual))
    for path in targets[1:]:
        own = terms(glossary(path))
        _write(path, _compiled(po, usual | own, only=own))
    return targets


def glossary(po: Path) -> dict[str, Any]:
    """Return the glossary beside a catalogue; empty if there is none."""
    with suppress(FileNotFoundError):
        return tomllib.loads(_glossary_of(po).read_text("utf-8"))
    return {}


def _glossary_of(po: Path) -> Path:
    return po.with_name(f"glossary.{po.stem}.toml")


def terms(words: dict[str, Any]) -> dict[str, str]:
    """Return the words of a glossary by their names in braces: `crane`, and `crane.dat` for a form."""
    by_name: dict[str, str] = {}
    for term in words.get("term", ()):
        if "id" in term:
            by_name[term["id"]] = term["word"]
            by_name |= {f"{term['id']}.{form}": word for form, word in term.get("forms", {}).items()}
    return by_name


def _compiled(po: Path, words: dict[str, str], only: Container[str] | None = None) -> bytes:
    """Return the compiled catalogue with the words of its terms; with `only`, its messages that name one of these."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.stem.partition("-")[0])
    catalogue.creation_date = datetime.fromtimestamp(0, UTC)  # babel writes now: no two wheels would be equal
    for message in list(catalogue):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if only is not None and message.id and not any(name in only for one in strings for name in TERM.findall(one)):
            catalogue.delete(message.id, message.context)
            continue
        replaced = tuple(TERM.sub(_word(words, po), string) for string in strings)
        message.string = replaced if isinstance(message.string, tuple) else replaced[0]
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def _word(words: dict[str, str], po: Path) -> Callable[[re.Match[str]], str]:
    def word(name: re.Match[str]) -> str:
        if name[1] not in words:
            raise SystemExit(f"{po} names the term {name[0]}, which its glossary lacks. Add it or write the word.")
        return words[name[1]]

    return word


def _write(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)
