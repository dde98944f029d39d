"""How documentation is cut into chunks: splitters as functions from a page to source spans."""
