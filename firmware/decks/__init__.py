"""Decks that were taught.

files  decks as files: listed, checked, kept, renamed and deleted
cells  a card as cells that can be changed one by one
"""
