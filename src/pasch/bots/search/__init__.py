"""Tree search over compiled rules."""
