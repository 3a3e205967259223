"""The audit trail: what was done, by whom, from where, what it was before, and what stands out."""
