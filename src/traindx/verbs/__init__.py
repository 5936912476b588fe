"""What you can ask: the only place where stages meet."""
