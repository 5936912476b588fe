"""What the settings of the run say that is rarely said."""
