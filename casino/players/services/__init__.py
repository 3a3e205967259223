"""Writing guests: what is known of them, where they play, who may not, and who is one person."""
