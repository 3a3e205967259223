"""What changes a ranking: counting, closing, paying, correcting, keeping further ones."""
