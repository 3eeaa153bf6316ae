"""Brings every catalogue up to date and says what is missing, what is wrong and what does not fit.

make words                         every language: what is missing, and what is wrong
make words ARGS="de"               one language
make words ARGS="de wyrmspan"      one catalogue, with every sentence that is missing, and with what does not fit
make words ARGS="--values wyrmspan"   what stands in the places of values, in English, found in random plays
"""

import argparse
import shutil
import sys
from pathlib import Path

from engines.registry import KEYS
from hatch_build import compile_all
from tests.product_sentences import ROOT
from tests.words import catalogues, fit, values
from tests.words.extract import DOMAINS, wanted

PICTURES = Path("build/words")
FEW = 10
"""Missing sentences of a catalogue that are shown where more than one is looked at."""


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        prog="make words", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("language", nargs="?", help="the key of a language, as de; a new one is begun")
    parser.add_argument("catalogue", nargs="?", choices=DOMAINS, help="device, shared, or the key of a game")
    parser.add_argument("--values", choices=KEYS, metavar="GAME", help="show what the values of sentences are")
    parser.add_argument("--seeds", type=int, default=2, help="random plays of each level that are looked at")
    args = parser.parse_args()
    if args.values:
        values.tell(args.values, args.seeds)
        return
    asked = [args.catalogue] if args.catalogue else DOMAINS
    for language in [args.language] if args.language else catalogues.languages():
        try:
            catalogues.update(language, asked)
        except catalogues.BadCatalogue as bad:
            sys.exit(str(bad))
        for domain in asked:
            _tell(language, domain, whole=args.catalogue is not None)
    compile_all()
    if args.catalogue in KEYS:
        shutil.rmtree(PICTURES, ignore_errors=True)
        faults = fit.look(args.language, args.catalogue, range(args.seeds), PICTURES)
        _list("does not fit", faults)


def _tell(language: str, domain: str, *, whole: bool) -> None:
    missing = catalogues.missing(language, domain)
    path = catalogues.file(language, domain).relative_to(ROOT)
    print(f"{path}: {len(wanted(domain)) - len(missing)} of {len(wanted(domain))}")
    if whole:
        _list("missing", missing)
        _list("another word than the glossary's", list(catalogues.strays(language, domain)))
        _list("terms to be confirmed", catalogues.unsure(language, domain))
    elif missing:
        _list("missing", [*missing[:FEW], *(["…"] if len(missing) > FEW else [])])
    _list("wrong", list(catalogues.mistakes(language, domain)))  # last: a terminal shows the end


def _list(what: str, lines: list[str]) -> None:
    if lines:
        print(f"  {what}:", *lines, sep="\n    ")


if __name__ == "__main__":
    main()
