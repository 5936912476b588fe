"""What the design of the model shows."""
