"""What can go wrong when a screen becomes a picture."""


class DisplayError(Exception):
    """Any error of this package."""


class DoesNotFit(DisplayError):
    """A text has no room where it must be whole: header, footer or notice. Lines, lists and headlines always fit."""
