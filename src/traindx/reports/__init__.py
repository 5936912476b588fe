"""How it is told: each report reads only the Diagnosis."""
