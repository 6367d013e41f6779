"""What each command of `pasch` does."""
