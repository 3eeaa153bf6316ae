"""Upgrades are written, tried, kept, refused and rolled back: the image's own script on a card of files."""

from pathlib import Path

import pytest

from tests.image.card import SIZE, Card

pytestmark = pytest.mark.all

NEW_ROOT = bytes(range(256)) * 64


@pytest.fixture
def card(tmp_path: Path) -> Card:
    """Return a card in use."""
    return Card(tmp_path)


def test_nothing_to_do(card: Card) -> None:
    """Without an upgrade there is no message and no write."""
    assert 0 == card.upgrade()
    assert (None, ["a", "-", "0", "-"]) == (card.message, card.record)
    assert bytes(4096) == card.records.read_bytes()


def test_an_upgrade_is_written_and_tried(card: Card) -> None:
    """The upgrade is written to the other root, tried at the next start, and announced by the device."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    assert 0 == card.upgrade()
    assert NEW_ROOT == (card.root / "cardp7").read_bytes()[: len(NEW_ROOT)]
    assert ["a", "b", "0"] == card.record[:3]
    assert "ready 0.2.0" == card.message


def test_an_upgrade_that_runs_well_is_kept(card: Card) -> None:
    """After a minute with one process it is the root that starts; its file is not taken again."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    card.set_root("b")
    (card.root / "etc/os-release").write_text("IMAGE_VERSION=0.2.0\n")
    (card.root / "run/tavolino-upgrade/told").unlink()
    assert 0 == card.upgrade()
    assert ["b", "-", "0"] == card.record[:3]
    assert (None, False) == (card.message, card.asked_for_reboot())
    card.upgrade()
    assert bytes(SIZE) == (card.root / "cardp6").read_bytes()


def test_a_minute_without_a_crash_is_well(card: Card) -> None:
    """A process that runs for the last minute of the time is well, even if earlier ones ended."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    card.set_root("b")
    card.state["pids"] = "\n".join([*map(str, range(1, 48)), *["99"] * 13])
    card.upgrade()
    assert (False, ["b", "-"]) == (card.asked_for_reboot(), card.record[:2])


def test_less_than_a_minute_is_not_well(card: Card) -> None:
    """A device that crashes once a minute is never well."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    card.set_root("b")
    card.state["pids"] = "\n".join(str(1 + n // 12) for n in range(70))
    card.upgrade()
    assert (True, ["a", "b"]) == (card.asked_for_reboot(), card.record[:2])


@pytest.mark.parametrize("state", [{"active": "no"}, {"pids": "\n".join(map(str, range(1, 99)))}, {"pids": "0"}])
def test_an_upgrade_that_does_not_run_well_is_tried_again(card: Card, state: dict[str, str]) -> None:
    """A device that does not start, keeps crashing or is missing is tried again, and not kept."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    card.set_root("b")
    card.state |= state
    card.upgrade()
    assert card.asked_for_reboot()
    assert ["a", "b"] == card.record[:2]


def test_a_rollback_is_announced_once(card: Card) -> None:
    """The rollback is announced once; the file is taken again only under another name."""
    path = card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    card.upgrade()  # the older root runs, though the newer one was on trial
    assert ("back 0.2.0", ["a", "-", "0"]) == (card.message, card.record[:3])
    before = card.records.read_bytes()
    (card.root / "run/tavolino-upgrade/told").unlink()
    card.upgrade()
    assert (None, before) == (card.message, card.records.read_bytes())
    path.rename(path.with_name("again.upgrade"))
    card.upgrade()
    assert ("ready 0.2.0", ["a", "b", "0"]) == (card.message, card.record[:3])


def test_the_highest_version_is_taken(card: Card) -> None:
    """Of several upgrades the highest version by number is taken."""
    card.put_upgrade("0.9.0", NEW_ROOT)
    card.put_upgrade("0.10.0", NEW_ROOT)
    card.upgrade()
    assert "ready 0.10.0" == card.message


def test_the_version_that_runs_is_not_taken(card: Card) -> None:
    """An upgrade to the running version is announced once and not written; then another one can be taken."""
    card.put_upgrade("0.1.0", NEW_ROOT)
    card.upgrade()
    assert ("same 0.1.0", ["a", "-", "0"]) == (card.message, card.record[:3])
    assert bytes(SIZE) == (card.root / "cardp7").read_bytes()
    (card.root / "run/tavolino-upgrade/told").unlink()
    before = card.records.read_bytes()
    card.upgrade()
    assert (None, before) == (card.message, card.records.read_bytes())
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.upgrade()
    assert "ready 0.2.0" == card.message


@pytest.mark.parametrize("harm", ["bit", "short", "long", "size", "number", "sum", "mark", "empty", "words"])
def test_a_damaged_upgrade_is_refused(card: Card, harm: str) -> None:
    """A flipped bit, a short copy or an unreadable head is announced, and nothing is written."""
    false_fields: dict[str, dict[str, object]] = {
        "size": {"size": len(NEW_ROOT) + 1},
        "number": {"size": "12x"},
        "sum": {"sum": "0" * 64},
    }
    path = card.put_upgrade("0.2.0", NEW_ROOT, None, **false_fields.get(harm, {}))
    raw = bytearray(path.read_bytes())
    if harm == "bit":
        raw[5000] ^= 1
    elif harm == "mark":
        raw[0] = 0
    harmed = {"short": bytes(raw[:-1]), "long": bytes(raw) + b"x", "empty": b"", "words": b"a b\n c $(exit 3) \0"}
    path.write_bytes(harmed.get(harm, bytes(raw)))
    assert 0 == card.upgrade()
    assert card.message is not None
    assert card.message.startswith("damaged ")
    assert bytes(SIZE) == (card.root / "cardp7").read_bytes()
    assert ["a", "-", "0", "-"] == card.record


def test_an_upgrade_that_is_too_large_is_refused(card: Card) -> None:
    """A root too large for this card is announced and not written."""
    card.put_upgrade("0.2.0", bytes(SIZE + 512))
    card.upgrade()
    assert ("large 0.2.0", ["a", "-", "0", "-"]) == (card.message, card.record)


@pytest.mark.parametrize("n", [0, 1, 4096, len(NEW_ROOT) - 1])
def test_an_upgrade_cut_by_a_power_cut_is_written_again(card: Card, n: int) -> None:
    """If a power cut ends the write at any byte, the upgrade is not tried, and the next start writes it again."""
    card.put_upgrade("0.2.0", NEW_ROOT)
    card.state["cut"] = str(n)
    assert 0 != card.upgrade()
    assert ["a", "-", "0", "-"] == card.record
    (card.root / "state/cut").unlink()
    del card.state["cut"]
    card.upgrade()
    assert "ready 0.2.0" == card.message
    assert NEW_ROOT == (card.root / "cardp7").read_bytes()[: len(NEW_ROOT)]


def test_a_fallback_root_is_kept(card: Card) -> None:
    """If the chosen root cannot be mounted, the running one becomes the root that starts."""
    card.set_root("b")
    card.upgrade()
    assert ["b", "-", "0", "-"] == card.record
