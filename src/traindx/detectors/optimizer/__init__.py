"""What the optimizer shows."""
