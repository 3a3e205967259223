"""The club's own accounts, and the documents of its general journal."""
