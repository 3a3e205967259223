"""What an account may be called, and which accounts a document may move. No Django here."""
