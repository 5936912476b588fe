"""Texts of other trades, made with a seed: what looks a little like a log of a training and is none."""
