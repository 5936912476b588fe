"""What the number format shows."""
