"""What the gradient norm shows."""
