"""What the run shows: one pathology per file, in families."""
