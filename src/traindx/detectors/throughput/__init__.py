"""What the speed of the training shows."""
