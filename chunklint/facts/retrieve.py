"""Search by words (BM25) and by meaning (an embedding model).

BM25 by bm25s with Snowball stemming, as LlamaIndex's ``BM25Retriever`` runs it: Lucene's variant of BM25 (k1 1.5,
b 0.75), words of at least two signs, stop words of the language left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chunklint.embedding import Embed
from chunklint.facts.judge import Ranking

# ISO 639-1 code: the name of Snowball's stemmer. bm25s knows the stop words of most of them.
_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_STOP_WORDS = frozenset("da de en es fr it ko nl no pt ru sv tr zh".split())


class RetrievalError(Exception):
    """Why nothing can be retrieved, and what to do."""


def bm25(texts: Sequence[str], language: str = "en") -> Ranking:
    """A search over ``texts``: gives the numbers of those that score above 0, best first, of equals the first.

    Raises ``RetrievalError`` without the extra ``facts``.
    """
    try:
        import bm25s
        import Stemmer
    except ImportError:
        raise RetrievalError(
            'BM25 needs the extra "facts": pip install "chunklint-docs[facts]"; --retriever none goes without ranks'
        ) from None

    code = language.partition("-")[0].lower()
    stemmer = Stemmer.Stemmer(_STEMMERS[code]) if code in _STEMMERS else None
    stop_words = code if code in _STOP_WORDS else None

    def tokens(of: Sequence[str]) -> list[list[str]]:
        found: list[list[str]] = bm25s.tokenize(
            list(of), stopwords=stop_words, stemmer=stemmer, return_ids=False, show_progress=False
        )
        return found

    corpus = tokens(texts)
    if not any(corpus):
        return lambda _: ()
    index = bm25s.BM25()
    index.index(corpus, show_progress=False)

    def ranked(query: str) -> Sequence[int]:
        words = [word for word in tokens([query])[0] if word in index.vocab_dict]
        return in_order(index.get_scores(words), above=0.0) if words else ()

    return ranked


def dense(texts: Sequence[str], embed: Embed) -> Ranking:
    """A search over ``texts`` by the cosine of their vectors with that of the query, the closest first.

    Unlike a search by words it brings every text. What a model does not read of a long text does not count.
    """
    import numpy as np

    def directions(of: Sequence[str]) -> Any:
        vectors = np.asarray(embed(of), dtype=np.float32)
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)

    if not texts:
        return lambda _: ()
    rows = directions(texts)
    return lambda query: in_order(rows @ directions([query])[0], above=-2.0)


def in_order(scores: object, above: float) -> list[int]:
    """The numbers of the ``scores`` (a numpy array) that exceed ``above``, highest first, of equals the first."""
    import numpy as np

    values = np.asarray(scores)
    order = np.argsort(-values, kind="stable")
    return [int(index) for index in order if values[index] > above]
