"""The commands of `pasch`."""
