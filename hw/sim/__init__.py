"""Simulated parts. The device is real, down to gpiozero; only the parts that it is plugged into are simulated."""
