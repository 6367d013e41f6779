"""Reports of an arena: a CSV table, and an HTML page with plots."""
