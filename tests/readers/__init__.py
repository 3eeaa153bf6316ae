"""Readers: who knows the two-player rules and only what the glass says, and plays rightly from that.

A reader is a model of the table and of a player. He gets the words of each screen as they are drawn in English
(`words.Seen`), and nothing else: no facts, no ids, no state. He moves what he is told to move, answers from his own
board, and after every turn of the bot his table must equal the engine's state. What he needs and the words do not give
is mended in the words, never in the reader.

A game's reader is `tests/readers/<key>.py`; copy `magpie.py`. It has a class `Player(Reader)` with

- `__init__`: his board, by `self.chance`, and what he chose before the play (`self.options`); `play(seed)` where not
  any options do, or where decks and dice are to be his own;
- `your_turn()`: what he does on his own turn, by the rules that he knows;
- `PHRASES`: sentence (a regular expression) to what it has him do; None where nothing is to be moved. The groups of the
  expression are its arguments, digits as int. A sentence that no table knows fails the test and is named, so a wording
  stands in two places: `steps.py`, and here;
- `CHECKS`: sentences that tell how things stand; each time they must agree with his table;
- `ANSWERS`: headline of a question to his answer: the words of an option (a list of them for marks), a bool, a number,
  for counters a number by the words of each line. `self.seen` is what he reads;
- `REPORTS`: row of an instruction to whether he takes it now (and has done it on his board). What he may do is up to
  the rules that he knows; whether he does is up to `self.sometimes()`;
- `table()`: what lies on his table, by name;

and a function `held(state)`: the same names, as the engine has them. The comparison is the harness's; the player never
sees it.

Every line of every screen is done when he reads it: the bot gives each order once, and never says again what was done.

    pytest tests/readers -k burgundy            5 plays; with -m "long or not long" 205
    python -m tests.readers.presses burgundy    inputs, presses and detents a turn on each panel

The second can be run in a worktree of an older commit, too: copy this folder there, and let `PHRASES` know the words of
then.
"""
