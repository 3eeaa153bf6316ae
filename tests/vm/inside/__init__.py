"""What is put into the machines, and runs there."""
