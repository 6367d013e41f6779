"""What happens at a table: commands, entries and the state that they make."""
