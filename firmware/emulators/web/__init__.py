"""The device in a browser.

    page ◀──── WebSocket ────▶ server ◀─── queue, newest ───▶ owner ─▶ emulated ─▶ rig
    HTML, CSS, JavaScript      asyncio                        one thread

messages   what a page may say, and how much of it
emulated   the simulated device, and what a page's commands do to it
face       what can be seen of the device from outside
drawer     what can be seen inside: screen, journal, reasons, state, the panel's bus
owner      the one thread that has the device
guard      who may talk to the server, and what a page of it may load
server     pages, diagrams and the WebSocket; loads Starlette and uvicorn
chart      the state diagram of a bot as a picture
page/      the page itself
"""
