"""The errors of parts. Each message names the fault, its place and the cure."""


class HwError(Exception):
    """Base of every error of this package."""


class PinInUse(HwError):
    """A pin has two uses, or another program holds it."""


class PinFailed(HwError):
    """A pin cannot be opened: no such pin, no pin library, no permission. Or it cannot be used any more."""


class BadProfile(HwError):
    """The description of a build cannot be used: an unknown name or field, or a value that is not allowed."""


class BadFrame(HwError):
    """A frame has another size or mode than the panel shows."""


class PanelBusy(HwError):
    """A refresh was started while another one runs."""


class PanelFailed(HwError):
    """The panel cannot be relied on: what is on the glass is unknown. It may be tried again."""


class PanelStuck(PanelFailed):
    """The panel did not begin or finish a refresh in time."""


class PanelLost(PanelFailed):
    """The panel stopped in the middle of a refresh, as after a loss of power."""


class PanelQuick(HwError):
    """The panel always ends too soon at some point. That is accepted there from now on."""


class PanelUnreachable(PanelFailed):
    """A pin of the panel cannot be read or driven any more."""


class BusFailed(PanelFailed):
    """The panel's bus cannot be opened or does not carry bytes."""


class UsbFailed(HwError):
    """A USB device cannot be read."""


def error_words(error: Exception) -> str:
    """Return the words of the system or a library for an error, without those of Python."""
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
