"""What the loss itself shows."""
