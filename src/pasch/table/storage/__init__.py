"""Where tables are kept, and how several processes share them."""
