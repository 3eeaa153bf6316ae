"""Settles merge conflicts of catalogues by entry: the side that changed an entry wins."""

import subprocess
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from tests.product_sentences import ROOT
from tests.words import catalogues
from tests.words.extract import DOMAINS

BASE, HEAD, APPLIED = 1, 2, 3
"""The stages of a file in conflict in git: the common version, ours (HEAD), and the one being applied."""


def settle(root: Path = ROOT) -> list[str]:
    """Merge the catalogues that are in conflict by entry; return what remains to be done, in sentences."""
    unmerged = _unmerged(root)
    notes = []
    for name in [one for one in unmerged if one.endswith(".po")]:
        language = Path(name).stem
        found, twice = merge(language, *(_version(root, side, name, language) for side in (BASE, HEAD, APPLIED)))
        domain = next(one for one in DOMAINS if catalogues.file(language, one) == root / name)
        catalogues.write(language, domain, found)
        notes += [f"{name}: “{one}” had other words on both sides; look at it." for one in twice]
    if code := [one for one in unmerged if not one.endswith(".po")]:
        return [*notes, f"Settle {', '.join(code)}, then run this again."]
    for language in catalogues.languages():
        catalogues.update(language)
    _git(root, "add", "--", "*.po")
    return notes


def merge(language: str, base: Catalog, head: Catalog, applied: Catalog) -> tuple[Catalog, list[str]]:
    """Return the merged entries, and the sentences changed on both sides; for these the applied side wins."""
    before, ours, theirs = map(_entries, (base, head, applied))
    found, twice = Catalog(locale=language), []
    for key in dict.fromkeys((*theirs, *ours)):
        old, one, other = (_words(side.get(key)) for side in (before, ours, theirs))
        if None not in (one, other) and old not in (one, other) and one != other:
            twice.append(key[0])
        entry = ours.get(key) if other == old else theirs.get(key)
        if entry is not None:
            found[entry.id] = entry
    return found, twice


def _entries(catalogue: Catalog) -> dict[tuple[str, str | None], Entry]:
    return {(catalogues.english(entry), entry.context): entry for entry in catalogue if entry.id}


def _words(entry: Entry | None) -> tuple[object, ...] | None:
    return None if entry is None else (entry.id, entry.string, entry.fuzzy)


def _version(root: Path, side: int, name: str, language: str) -> Catalog:
    """Return a catalogue as one side has it; empty if that side has none."""
    kept = _git(root, "show", f":{side}:{name}", check=False)
    return read_po(BytesIO(kept), locale=language)


def _unmerged(root: Path) -> list[str]:
    return _git(root, "diff", "--name-only", "--diff-filter=U").decode().split()


def _git(root: Path, *arguments: str, check: bool = True) -> bytes:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=check).stdout
