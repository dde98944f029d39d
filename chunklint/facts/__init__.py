"""Known answers that must survive: does any chunk hold them, and does a search find that chunk."""
