"""The accountant's pages: own accounts, the general journal."""
