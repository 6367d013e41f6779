"""The games, one folder each. The registry in core finds them."""
