"""What an accountant does: accounts of the club's own, documents of the general journal."""
