"""What a game shows."""
