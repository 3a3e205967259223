"""How files look: pure functions of documents and settings; no Django here."""
