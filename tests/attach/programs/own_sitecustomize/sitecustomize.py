"""A sitecustomize of the program's own, found by PYTHONPATH."""

import os

os.environ["OWN_SITECUSTOMIZE"] = "ran"
