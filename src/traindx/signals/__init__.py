"""Arithmetic on arrays that would make sense without training; NumPy only."""
