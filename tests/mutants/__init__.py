"""Mutants: places where the code is broken on purpose, and the tests that must notice.

The lists are the TOML files of this folder. `old` is a piece of a file that is found once; `new` replaces it and breaks
a rule, moves a bound or removes a guard; `tests`, by default those of the list, are tests of `make test-all` that must
fail then. If no test can notice a mutant, `survives` says why.
"""
