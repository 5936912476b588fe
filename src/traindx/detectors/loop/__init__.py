"""What the training loop shows."""
