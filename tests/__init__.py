"""The tests, laid out as the code is; contract/ runs over every engine."""
