"""What the player sets once.

settings     the settings as a file, and what each game remembers
preferences  the settings that are chosen on the device
from_card    the settings that a PC wrote on the card
"""
