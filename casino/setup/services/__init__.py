"""Opening a club by a plan, and the word that lets somebody write the first plan on pages."""
