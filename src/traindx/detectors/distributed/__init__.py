"""What several ranks show beside each other."""
