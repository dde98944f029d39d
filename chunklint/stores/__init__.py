"""Stores of chunks that exist already: what a record holds, and readers for the forms that they are kept in."""
