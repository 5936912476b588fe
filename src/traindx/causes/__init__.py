"""Why: one cause per file; what speaks for it, against it, and what would refute it."""
