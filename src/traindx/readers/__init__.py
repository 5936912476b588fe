"""Where runs come from: one log format per file."""
