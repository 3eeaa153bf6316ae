"""Readers: players who know only the two-player rules and the words on the glass, and play correctly from these.

A reader is a model of the table and of a player. He gets the words of each screen as they are drawn in English
(`words.Seen`), and nothing else: no facts, no ids, no state. He carries out the orders, answers from his own board, and
after every turn of the bot his table must equal the engine's state. If he lacks something, the words are wrong: mend
them, never the reader.

A game's reader is `tests/readers/<key>.py`; copy `magpie.py`. It has a class `Player(Reader)` with

- `__init__`: his board, by `self.chance`, and the options that he chose before the play (`self.options`); `play(seed)`
  if only some options are possible, or if decks and dice are his own;
- `your_turn()`: his own turn, by the rules that he knows;
- `PHRASES`: from a sentence (a regular expression) to his action; None if nothing is moved. The groups of the
  expression are its arguments, digits as int. A sentence that no table has fails the test and is named, so a wording is
  in two places: `steps.py`, and here;
- `CHECKS`: sentences about the table; each time they must agree with his table;
- `ANSWERS`: from the headline of a question to his answer: the words of an option (a list of them for marks), a bool, a
  number, for counters a number by the words of each line. `self.seen` is the screen that he reads;
  `Reader.random_row` and `Reader.random_number` answer by chance;
- `REPORTS`: from a row of an instruction to whether he takes it now (and has done it on his board). The rules that he
  knows say whether he may, and `self.sometimes()` says whether he does;
- `table()`: the things on his table, by name;

and a function `engine_table(state)`: the same names, from the engine's state. The harness compares them; the player
never sees the result.

He carries out every line of every screen when he reads it: the bot gives each order once, and never repeats it.

    pytest tests/readers -k burgundy            5 plays; with -m "long or not long" 205
    python -m tests.readers.presses burgundy    inputs, presses and detents a turn on each panel

The second also runs in a worktree of an older commit: copy this folder there, and add the older words to `PHRASES`.
"""
