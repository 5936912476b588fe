"""Bytes and lines taken apart without knowing who wrote them; one container or notation, one file."""
