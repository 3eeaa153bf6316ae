"""The settings of the player.

settings     the settings as a file, and the last options of each game
preferences  the settings that are chosen on the device
from_card    the settings that a PC wrote on the card
"""
