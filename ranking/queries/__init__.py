"""The reading door of the ranking. Cents, and points in hundredths."""
