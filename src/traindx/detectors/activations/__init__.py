"""What the units of the layers show."""
