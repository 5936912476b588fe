"""What training and validation show beside each other."""
