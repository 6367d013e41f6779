"""The arena's report as a page with plots."""
