"""What happens between the cage and a table's float."""
