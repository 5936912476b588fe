"""An empty module whose name others use too."""
