"""What happens at a table: commands, the entries they lead to, and the state that these make."""
