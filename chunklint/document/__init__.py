"""Text to ``Document``: a page as blocks and sections with exact source spans."""

from chunklint.document.document import Document
from chunklint.document.model import Block, Section, Span

__all__ = ["Block", "Document", "Section", "Span"]
