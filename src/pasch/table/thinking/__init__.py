"""What thinks for tables, in threads and processes of its own."""
