"""Boards, each modelled once: engine tests answer from them by the facts of a screen, readers by its words."""
