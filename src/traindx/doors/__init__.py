"""Parse, call one verb, print."""
