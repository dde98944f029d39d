"""Embedding models small enough to be made in a test, in the form in which real ones are kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def static_model(folder: Path, words: Sequence[Sequence[str]]) -> Path:
    """A model of model2vec in ``folder``: words of one list mean the same, of two lists nothing alike."""
    import numpy as np
    from model2vec import StaticModel
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace

    known = [(word, topic) for topic, group in enumerate(words) for word in group]
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, **{word: at for at, (word, _) in enumerate(known, 1)}}, "[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    vectors = np.zeros((len(known) + 1, len(words) + 1), dtype=np.float32)
    vectors[0, -1] = 0.01
    for at, (_, topic) in enumerate(known, 1):
        vectors[at, topic] = 1
    StaticModel(vectors, tokenizer).save_pretrained(str(folder))
    return folder
