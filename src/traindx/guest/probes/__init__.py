"""Tells loop.py what happens in a training, one framework per file."""
