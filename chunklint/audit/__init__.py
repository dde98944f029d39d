"""An audit of chunks that exist already: against the pages that they are from, or by their text alone."""
