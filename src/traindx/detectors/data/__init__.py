"""What the data show before any training: their ranges, gaps, copies, labels and splits."""
