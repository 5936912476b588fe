"""From findings to belief: states of evidence, explanations, verdict."""
