"""What can go wrong with a part. Each message says what happened, where, and what to do."""


class HwError(Exception):
    """Base of every error of this package."""


class PinInUse(HwError):
    """A pin has two uses, or another program holds it."""


class PinFailed(HwError):
    """A pin cannot be opened: no such pin, no pin library, no permission."""


class BadFrame(HwError):
    """A frame has another size or mode than the panel shows."""


class PanelBusy(HwError):
    """A refresh was started while another one runs."""


class PanelStuck(HwError):
    """The panel did not finish a refresh in time."""
