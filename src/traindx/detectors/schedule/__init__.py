"""What the learning rate shows."""
