"""What stands between the outside and traindx: limits, numbers, paths, escaping, secrets; one guard, one file."""
