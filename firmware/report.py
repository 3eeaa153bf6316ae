"""A problem report: a play file with what wrote it, and the same as texts that codes on the glass can carry.

report ─▶ zlib ─▶ base 45 (RFC 9285) ─▶ parts "TAV1 2/6 ….", each as much as one code holds
"""

import re
import zlib

from firmware.errors import TavolinoError
from firmware.text import Text

CODE_HEAD = "TAV1"
MAX_PART_CHARS = 600
"""The most letters of a part."""
PART_CHARS = {41: 180, 45: 208, 49: 263, 53: 319, 57: 379, 61: 452, 65: 519, 69: MAX_PART_CHARS}
"""The most letters of a part, by the modules on a side of the code that holds it and its head, at the level L."""
MAX_NAMED_CODES = 10
"""The most missing codes that are listed."""
MAX_PLAY_BYTES = 1 << 20
"""The most bytes that a report unpacks to."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = bytes(max(_LETTERS.find(chr(code)), 0) for code in range(256))
_CODE = re.compile(rf"{CODE_HEAD} (\d{{1,3}})/(\d{{1,3}}) ([{re.escape(_LETTERS)}]{{0,{MAX_PART_CHARS}}})\.", re.ASCII)


def report_of(lines: str, panel: str, version: int | str) -> bytes:
    """Return the report of a play: a line about what wrote it, then its file."""
    from importlib.metadata import version as installed

    return f"# Tavolino {installed('tavolino')}, rules {version}, panel {panel}\n{lines}".encode()


def part_chars(modules: int) -> int:
    """Return the letters of a report in a code of `modules` a side; 0 if such codes are too small."""
    return max((chars for side, chars in PART_CHARS.items() if side <= modules), default=0)


def code_texts(raw: bytes, chars: int = MAX_PART_CHARS) -> list[str]:
    """Return a report as numbered texts of `chars` letters each, in the letters that codes hold best."""
    packed = zlib.compress(raw, 9)
    words = "".join(_word(packed[at : at + 2]) for at in range(0, len(packed), 2))
    parts = [words[at : at + chars] for at in range(0, len(words), chars)]
    return [f"{CODE_HEAD} {n}/{len(parts)} {part}." for n, part in enumerate(parts, 1)]


def is_code_text(raw: bytes) -> bool:
    """Return whether a file contains texts of codes that a phone read."""
    return CODE_HEAD.encode() in raw[:100]


def join_codes(texts: str, name: str) -> bytes:
    """Return the report in texts of codes, one a line, in any order, also twice; TavolinoError lists missing codes."""
    codes = filter(None, (_CODE.match(line, max(line.find(CODE_HEAD), 0)) for line in texts.splitlines()))
    parts = {int(code[1]): (int(code[2]), code[3]) for code in codes}
    most = max((of for of, _ in parts.values()), default=0)
    missing = [str(n) for n in range(1, most + 1) if n not in parts]
    if missing:
        listed = ", ".join([*missing[:MAX_NAMED_CODES], *(["…"] if missing[MAX_NAMED_CODES:] else [])])
        raise TavolinoError(
            Text(
                "{name} lacks code {codes} of {most}. Read it from the glass again.", name=name, codes=listed, most=most
            )
        )
    try:
        packed = _unpack("".join(parts[n][1] for n in range(1, most + 1)))
        unzip = zlib.decompressobj()
        raw = unzip.decompress(packed, MAX_PLAY_BYTES)
        if unzip.eof:
            return raw
    except (zlib.error, ValueError, OverflowError):
        pass
    raise TavolinoError(
        Text("{name} has codes of different reports, or damaged ones. Read them from the glass again.", name=name)
    )


def split_head(raw: bytes) -> tuple[int, bytes]:
    """Return the number of lines above the play file of a report, and the play file."""
    lines = at = 0
    while raw.startswith(b"#", at):
        lines, at = lines + 1, raw.find(b"\n", at) + 1 or len(raw)
    return lines, raw[at:]


def _word(pair: bytes) -> str:
    """Return two bytes as three letters, or one byte as two."""
    n = int.from_bytes(pair, "big")
    return "".join(_LETTERS[n // 45**place % 45] for place in range(len(pair) + 1))


def _unpack(words: str) -> bytes:
    """Return the bytes that letters stand for; OverflowError if they stand for none."""
    values = words.encode().translate(_VALUES)
    whole = len(values) // 3 * 3
    triples = zip(values[:whole:3], values[1:whole:3], values[2:whole:3], strict=True)
    pairs = b"".join((low + 45 * mid + 2025 * high).to_bytes(2) for low, mid, high in triples)
    if len(values) - whole == 1:
        raise OverflowError
    return pairs if whole == len(values) else pairs + (values[whole] + 45 * values[whole + 1]).to_bytes(1)
