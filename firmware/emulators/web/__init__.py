"""The device in a browser.

    page ◀──── WebSocket ────▶ server ◀─── queue, newest ───▶ owner ─▶ device ─▶ rig
    HTML, CSS, JavaScript      asyncio                        one thread

messages   the commands of a page, and their limits
device     the simulated device, which carries out commands
words      the words of the page for a player
face       the device from outside
beside     its step on other panels
drawer     the device from inside: screen, journal, reasons, state, the panel's bus
coverage   the parts of a bot that a play has reached
recorder   a script of the keys, a test of a play
owner      the one thread that has the device
guard      checks of the senders, and limits to what the page may load
server     pages, guides, diagrams and the WebSocket, by Starlette and uvicorn
chart      the state diagram of a bot as a picture
page/      the page itself
"""
