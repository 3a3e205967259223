"""The ledger's reading door. Cents, debit positive."""
