"""The device, from key to glass.

session    the play, and how it is stored
loop       the one thread: edges, deadlines, rest
keys       the effect of a key, and whether it counts
feedback   the immediate answer to a key
usb        the keys of USB devices, and notices as they come and go
frames     the frames for the glass
glass      the picture on the glass, and the way of the newest frame to it
builds     the build of a panel, with the user's values
rig        all parts put together, real or simulated
"""
