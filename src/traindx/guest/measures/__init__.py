"""Arithmetic on live tensors, one framework per file; shared by the bench and the watched loop."""
