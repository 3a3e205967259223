"""Reading the cage: shifts, slips, payments due, and what lies where."""
