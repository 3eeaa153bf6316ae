"""The made-up bot that uses everything the contract has."""
