"""Reading: the journal as others keep it, what was sent, what came in, how far the work is."""
