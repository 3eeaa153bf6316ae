"""One rule sets screens for every size of glass: letters, distances, pictures and pens."""

import pytest

from display import letters
from display.profiles import Profile, profile_for
from tests.profiles import ALL_PROFILES, SIZES

_each = pytest.mark.parametrize("profile", ALL_PROFILES.values(), ids=ALL_PROFILES)
CLOSE = {"2.13", "2.66", "2.7", "2.9", "2.9-fine"}


def _mm(profile: Profile) -> float:
    """Return the height of a capital of the body, mm."""
    return letters.cap_height(profile.body) * profile.pitch_mm


def test_the_way_of_each_glass() -> None:
    """Low panels have their rows close together; those of 4 inches and more have room for big text, too."""
    assert {key for key, one in ALL_PROFILES.items() if not one.picture_height} == CLOSE
    assert {key for key, one in ALL_PROFILES.items() if one.big} == {"4.2-big", "4.26-big", "5.83-big", "7.5-big"}


@_each
def test_big_text_is_big(profile: Profile) -> None:
    """Big text is larger by a quarter; a glass without room for it keeps its size."""
    normal, big = (profile_for(profile.width, profile.height, profile.pitch_mm, big=one) for one in (False, True))
    assert (big.body.size >= 1.25 * normal.body.size) == big.big
    assert big.big or big == normal


def test_letters_are_as_large_on_a_finer_glass() -> None:
    """A glass of the same size with smaller pixels has letters, margins and rows of the same size."""
    coarse, fine = ALL_PROFILES["4.2"], ALL_PROFILES["4.26"]
    assert _mm(fine) == pytest.approx(_mm(coarse), rel=0.03)
    for name in ("margin", "body_pitch", "header", "footer"):
        assert getattr(fine, name) * 0.116 == pytest.approx(getattr(coarse, name) * 0.212, rel=0.05), name


def test_a_larger_glass_is_read_from_further_off() -> None:
    """Letters grow with the root of the diagonal."""
    assert _mm(ALL_PROFILES["7.5"]) == pytest.approx(_mm(ALL_PROFILES["4.2"]) * (7.5 / 4.2) ** 0.5, rel=0.05)
    assert _mm(ALL_PROFILES["3.7"]) <= 1.05 * _mm(ALL_PROFILES["4.2"])


def test_only_a_fine_glass_has_a_wide_pen() -> None:
    """If pixels are small, lines are two pixels wide, and emblems are doubled."""
    assert {key for key, one in ALL_PROFILES.items() if one.pen == 2} == {"4.26", "4.26-big"}
    assert {one.pen for one in ALL_PROFILES.values()} == {1, 2}
    assert {key: one.emblem for key, one in ALL_PROFILES.items() if one.emblem != 48} == {
        "4.26": 96, "4.26-big": 96, **dict.fromkeys(CLOSE, 24)}  # fmt: skip
    fine = ALL_PROFILES["4.26"]
    assert {face.pen for face in (fine.bar, fine.small, fine.headline, *fine.number_faces, *fine.drawing_faces)} == {2}


@_each
def test_what_a_page_holds(profile: Profile) -> None:
    """Below a headline are two rows, or one and a number; below a picture is one; the band holds the emblem and two."""
    room = profile.bottom - profile.top
    assert room >= profile.headline_pitch + 2 * profile.body_pitch
    row = profile.rule + profile.body_pitch + profile.gaps[-1]
    assert profile.headline_pitch + profile.value_height + row <= room
    assert profile.headline_pitch + profile.picture_height + row <= room
    assert profile.band >= max(profile.emblem + 4, 2 * profile.header)
    assert profile.emblem_row >= profile.emblem + 2


def test_a_notice_leaves_three_rows() -> None:
    """On the lowest glass it takes the place of the header."""
    assert {key for key, one in ALL_PROFILES.items() if not one.notice} == {"2.13"}
    for one in ALL_PROFILES.values():
        assert one.bottom - one.top - one.notice >= 3 * one.body_pitch


@pytest.mark.parametrize("key", SIZES)
def test_faces_of_a_drawing_become_smaller(key: str) -> None:
    """The faces of drawings begin with the body and end with the smallest."""
    way = ALL_PROFILES[key]
    sizes = [face.size for face in way.drawing_faces]
    assert sizes == sorted(sizes, reverse=True)
    assert (way.drawing_faces[0].size, way.drawing_faces[-1].size) == (way.body.size, way.small.size)
