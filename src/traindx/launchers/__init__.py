"""Where a child run happens: this machine."""
