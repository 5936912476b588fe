"""A batch forward and backward on the bench, one framework per file, and everything left as it was."""
