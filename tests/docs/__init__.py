"""The generators of docs/, and the tests of its pages."""
