"""Writing: accounts mapped, batches made, files written, imports taken."""
