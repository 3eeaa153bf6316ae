"""The words of the page that a player sees. They are in the language of the glass; the drawer is English."""

from firmware.device.feedback import TOO_EARLY_MESSAGE
from firmware.emulators.web.device import NO_POWER
from firmware.text import Text
from firmware.views.chrome import NOT_ALLOWED_MESSAGE
from firmware.views.view import BACK

LABELS = {
    "next": Text("Next"),
    "back": BACK,
    "push": Text("Push the knob"),
    "turn-left": Text("Turn the knob left"),
    "turn-right": Text("Turn the knob right"),
    "both": Text("▲ and ▼ together"),
    "page-down": Text("Page Down"),
    "page-up": Text("Page Up"),
    "space": Text("Space"),
    "backspace": Text("Backspace"),
    "enter": Text("Enter"),
    "turns": Text("turn"),
    "pushes": Text("push"),
    "holds": Text("keep it down to hold"),
    "drags": Text("drag the knob round to turn"),
    "touch-keys": Text("Tap a key to press it."),
    "touch-hold": Text("Keep your finger on it to hold it."),
    "touch-knob": Text("Drag the knob round to turn it, or tap ‹ and ›."),
    "too-early": TOO_EARLY_MESSAGE,
    "not-allowed": NOT_ALLOWED_MESSAGE,
    "no-power": NO_POWER,
    "unreachable": Text("The device cannot be reached. Is the emulator running?"),
    "panel": Text("Panel"),
    "big-text": Text("big text"),
    "instant": Text("Instant"),
    "about-instant": Text("Instant: the panel draws in no time, else as slowly as a real one."),
    "unplug": Text("Pull the plug"),
    "plug-in": Text("Put the plug in"),
    "about-plug": Text("Unplugged: the glass keeps its picture, and no key is noticed until the plug is in again."),
    "view-menu": Text("View"),
    "true-size": Text("True size"),
    "measure": Text("Measure the screen…"),
    "card-help": Text("Hold a bank card to the screen, and move the slider until the frame is as large as the card."),
    "card-done": Text("Done"),
    "beside": Text("Beside it"),
    "picture": Text("Picture of the glass"),
    "tour": Text("Three turns with me"),
    "tour-first": Text("All is set up: it is your turn. At a table you would take it now. Then press Next."),
    "tour-question": Text("It asks only what it cannot know. Turn the knob to your answer, and press Next."),
    "tour-rows": Text("Turn the knob to a row and push it to change the row. Press Next when all are right."),
    "tour-why": Text("This was the bot’s turn: you move its pieces as you read here. Push the knob to see why."),
    "tour-close": Text("These are its reasons. Press Back to close them."),
    "tour-second": Text("Now it is your second turn. Then press Next."),
    "tour-undo": Text("Was an answer wrong? Press Back: it takes back one step after the other."),
    "tour-redo": Text("Press Next: what you took back is offered again, and the same cards come."),
    "tour-side": Text("Turn the knob to the left to see all that the bot has on the table."),
    "tour-close-side": Text("This is its side of the table. Press Back to close it."),
    "tour-third": Text("Now it is your third turn. Then press Next."),
    "tour-menu": Text("Hold the knob down until the menu opens."),
    "tour-last": Text(
        "Everything else is here: corrections, other games, settings. Press Back to play on by yourself."
    ),
    "tour-elsewhere": Text("Press Back until you are in the play again."),
    "tour-leave": Text("Leave"),
    "drawer-name": Text("Drawer"),
    "what-it-is": Text("What it is"),
    "how-to-play": Text("How to play"),
    "build-one": Text("How to build one"),
    "own-bot": Text("A bot of your own"),
}
"""The words by their ids on the page: the keys, what they do, why one did nothing; and all around the device."""
FOUR_LABELS = LABELS | {
    "tour-question": Text("It asks only what it cannot know. Press ▲ or ▼ to come to your answer, and press Next."),
    "tour-rows": Text("Press ▲ or ▼ to come to a row, and both to change the row. Press Next when all are right."),
    "tour-why": Text(
        "This was the bot's turn: you move its pieces as you read here. Press ▲ and ▼ together to see why."
    ),
    "tour-side": Text("Press ▲ to see all that the bot has on the table."),
    "tour-menu": Text("Hold ▲ and ▼ down together until the menu opens."),
}
"""Those of a device with ▲ and ▼ in place of a knob."""
