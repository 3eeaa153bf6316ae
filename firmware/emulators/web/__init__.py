"""The device in a browser.

    page ◀──── WebSocket ────▶ server ◀─── queue, newest ───▶ owner ─▶ device ─▶ rig
    HTML, CSS, JavaScript      asyncio                        one thread

messages   the commands of a page, and their limits
device     the simulated device, and how it carries out commands
words      what the page says to a player
face       the device from outside
beside     its step on other panels
drawer     the device from inside: screen, journal, reasons, state, the panel's bus
recorder   a script of the keys, a test of a play
owner      the one thread that has the device
guard      who may talk to the server, and what its page may load
server     pages, guides, diagrams and the WebSocket, by Starlette and uvicorn
chart      the state diagram of a bot as a picture
page/      the page itself
"""
