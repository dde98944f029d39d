"""Pages as their readers' assistant sees them: chunks over the source, findings beside it, in a browser."""
