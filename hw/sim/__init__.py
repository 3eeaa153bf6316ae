"""Simulated parts. The device is real, down to gpiozero; only what it is plugged into is not."""
