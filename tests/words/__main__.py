"""Brings every catalogue up to date and reports errors, missing sentences and those that do not fit.

make words                            every language: errors, and missing sentences
make words ARGS="de"                  one language
make words ARGS="de wyrmspan"         one catalogue, with every missing sentence, and with those that do not fit
make words ARGS="--common"            the 100 sentences that are most on the glass; "de --common": those without words
make words ARGS="--settle"            merge the catalogues that git could not merge
make words ARGS="--values wyrmspan"   the values of sentences, in English, from random plays
make words ARGS="--count"             count again, in random plays, how often each sentence is on the glass
"""

import argparse
import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from engines.registry import KEYS
from hatch_build import compile_all
from tests.product_sentences import ROOT
from tests.words.extract import DOMAINS, wanted

REPORTS = Path("build/words")
FOLDERS = ("engines", "display", "hw", "firmware", "tests/words", "tests/contract", "tests/display", "hatch_build.py")
"""The inputs of a report, which is kept until one of them changes."""
MAX_MISSING = 10
"""Missing sentences of a catalogue that are shown if more than one is looked at."""


def main() -> None:
    """Do what the command line says."""
    args = arguments().parse_args()
    if args.values:
        from tests.words import values

        values.print_values(args.values, args.seeds)
    elif args.count:
        from tests.words import count_sentences

        count_sentences.count()
    elif args.settle:
        from tests.words import settle

        print(*settle.settle() or ["Nothing is left to settle."], sep="\n")
    elif args.common:
        print(*_common(args.language), sep="\n")
    else:
        print(kept_report(args.language, args.catalogue, args.seeds))
    compile_all()


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="make words", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("language", nargs="?", help="the key of a language, as de; a new one is begun")
    parser.add_argument("catalogue", nargs="?", choices=DOMAINS, help="device, shared, or the key of a game")
    parser.add_argument("--common", action="store_true", help="list the sentences that are most on the glass")
    parser.add_argument("--settle", action="store_true", help="merge the catalogues that git could not merge")
    parser.add_argument("--values", choices=KEYS, metavar="GAME", help="show what the values of sentences are")
    parser.add_argument("--count", action="store_true", help="count what is on the glass")
    parser.add_argument("--seeds", type=int, default=2, help="random plays of each level that are looked at")
    return parser


def kept_report(language: str | None, catalogue: str | None, seeds: int) -> str:
    """Return the report, or the stored one if nothing has changed since."""
    path = REPORTS / f"{language or 'all'}-{catalogue or 'all'}-{seeds}.txt"
    if path.exists():
        digest, report = path.read_text("utf-8").split("\n", 1)
        if digest == _digest(language):
            return report
    report = "\n".join(_report(language, catalogue, seeds))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{_digest(language)}\n{report}", "utf-8")
    return report


def _digest(language: str | None) -> str:
    """Return a hash of the inputs of a report, with the catalogues of its language only."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in (ROOT / folder, *sorted((ROOT / folder).rglob("*"))):
            other = path.parent.name == "locale" and language not in (None, path.stem.removeprefix("glossary."))
            if path.is_file() and path.suffix not in (".mo", ".pyc") and not other:
                digest.update(f"{path} {path.stat().st_size}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _report(language: str | None, catalogue: str | None, seeds: int) -> Iterator[str]:
    """Bring catalogues up to date, and yield their mistakes, then the sentences that are missing or do not fit."""
    from tests.words import catalogues, cost

    domains = [catalogue] if catalogue else DOMAINS
    languages = [language] if language else catalogues.languages()
    try:
        for one in languages:
            catalogues.update(one, domains)
    except catalogues.BadCatalogue as bad:
        sys.exit(str(bad))
    if not language:
        cost.update()
    every = [(one, domain) for one in languages for domain in domains]
    for one, domain in every:
        number = len(wanted(domain))
        path = catalogues.file(one, domain).relative_to(ROOT)
        yield f"{path}: {number - len(catalogues.missing(one, domain))} of {number}"
        yield from _list("wrong", list(catalogues.mistakes(one, domain)))
    compile_all()
    if language and catalogue in KEYS:
        from tests.words import fit

        pictures = REPORTS / f"{language}-{catalogue}"
        shutil.rmtree(pictures, ignore_errors=True)
        yield from _list("does not fit", fit.find_misfits(language, catalogue, range(seeds), pictures))
    for one, domain in every:
        missing = catalogues.missing(one, domain)
        shown = missing if catalogue else [*missing[:MAX_MISSING], *(["…"] if len(missing) > MAX_MISSING else [])]
        yield from _list(f"missing in {one}, {domain}, those most on the glass first", shown)
        if catalogue:
            yield from _list("another word than the glossary's", list(catalogues.strays(one, domain)))
            yield from _list("terms to be confirmed", catalogues.unconfirmed_terms(one, domain))


def _common(language: str | None) -> Iterator[str]:
    """Yield the sentences that are most on the glass; if a language is given, those without words in it."""
    from tests.words import catalogues, counts

    listed, share = counts.commonest()
    yield f"{len(listed)} sentences are {share:.0%} of what is on the glass."
    for n, domain, one in listed:
        if language is None or one in catalogues.missing(language, domain):
            yield f"{n:7,}  {domain:9}  {one}"


def _list(what: str, lines: list[str]) -> list[str]:
    return [f"  {what}:", *(f"    {line}" for line in lines)] if lines else []


if __name__ == "__main__":
    main()
