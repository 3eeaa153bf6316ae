"""The device, from key to glass.

session    the play, and what is kept of it
loop       the one thread: edges, deadlines, rest
keys       what a key does, and whether it counts
feedback   what is said of a key at once
frames     what belongs on the glass
glass      what is on the glass, and how the newest frame gets there
builds     the build of a panel, with the user's values in it
rig        all parts put together, real or simulated
"""
