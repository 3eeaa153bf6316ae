"""Mutants: places where the code is broken on purpose, and the tests that must notice.

The lists are the TOML files of this folder. `old` stands in the file once, whole words and signs, and `new` in its
place is a rule broken, a bound moved, a guard left out; `tests` are those of `make test-all` that must fail then, of
the whole list where a mutant names none. A mutant that no test can notice says why in `survives`.
"""
