"""What to do: one change per file."""
