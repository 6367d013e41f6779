"""pasch in a terminal."""
