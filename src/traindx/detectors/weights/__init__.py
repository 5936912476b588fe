"""What the weights and their updates show."""
