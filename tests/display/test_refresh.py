"""When the glass is cleaned by a full refresh."""

import pytest

from display.refresh import MAX_AGE_S, MAX_PARTIALS, MIN_PAUSE_S, Policy, Refresh

FULL, PARTIAL = Refresh.FULL, Refresh.PARTIAL


def policy_after(partials: int, *, every: int = 8) -> Policy:
    """Return a policy after one full refresh at 0 s and some partial ones."""
    policy = Policy(every)
    policy.count(FULL, 0)
    for n in range(partials):
        policy.count(PARTIAL, n)
    return policy


def test_unknown_glass() -> None:
    """The first refresh is full."""
    assert Policy().choose(fresh=False, new_step=False) is FULL


def test_forgotten_glass() -> None:
    """If the picture on the glass is no longer known, the next refresh is full, and until then nothing is due."""
    policy = policy_after(3)
    policy.forget()
    assert policy.full_at(5) is None
    assert policy.choose(fresh=False, new_step=False) is FULL


def test_something_new() -> None:
    """Something new begins with a full refresh."""
    assert policy_after(0).choose(fresh=True, new_step=True) is FULL


@pytest.mark.parametrize("every", [4, 8, 20])
def test_steps(every: int) -> None:
    """After `every` partial refreshes the next change of step is full, and the count starts again."""
    assert policy_after(every - 1, every=every).choose(fresh=False, new_step=True) is PARTIAL
    policy = policy_after(every, every=every)
    assert policy.choose(fresh=False, new_step=True) is FULL
    policy.count(FULL, 99)
    assert policy.choose(fresh=False, new_step=True) is PARTIAL


def test_never_within_a_step() -> None:
    """Within a step nothing flashes, however often it was drawn."""
    assert policy_after(500).choose(fresh=False, new_step=False) is PARTIAL


def test_pause() -> None:
    """After 30 partial refreshes the same frame is drawn in full at the first pause of a second."""
    assert policy_after(MAX_PARTIALS - 1).full_at(50) == MAX_AGE_S
    assert policy_after(MAX_PARTIALS).full_at(50) == 50 + MIN_PAUSE_S


def test_day() -> None:
    """After a day the glass is cleaned, but not while keys are in use; before the first refresh nothing is due."""
    assert Policy().full_at(5) is None
    assert policy_after(0).full_at(5) == MAX_AGE_S
    assert policy_after(0).full_at(MAX_AGE_S + 5) == MAX_AGE_S + 5 + MIN_PAUSE_S
