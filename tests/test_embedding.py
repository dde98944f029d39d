"""Models in folders: which library reads which, without a network."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import numpy as np
import pytest

from chunklint.embedding import EmbeddingError, embedder
from chunklint.facts.retrieve import bm25, dense, in_order
from tests.models import static_model


def test_a_static_model(tmp_path: Path) -> None:
    folder = static_model(tmp_path / "model", [["red", "blue"], ["dog", "cat"]])
    one, other, third = embedder(str(folder))(["Red.", "a blue", "the cat"])
    assert np.dot(one, other) > 0
    assert abs(np.dot(one, third)) < 1e-3
    assert embedder(str(folder)) is embedder(str(folder)), "read once"


def test_a_static_model_without_a_list_of_its_parts(tmp_path: Path) -> None:
    folder = static_model(tmp_path / "model", [["red"], ["dog"]])
    (folder / "modules.json").unlink()
    assert len(embedder(str(folder))(["red", "dog"])) == 2


@pytest.mark.fidelity
def test_a_model_of_sentence_transformers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that the library itself has written, with its parts in folders of their own; nothing asks the network."""
    library = pytest.importorskip("sentence_transformers")
    from sentence_transformers.models import Normalize, StaticEmbedding
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(static_model(tmp_path / "words", [["red"], ["dog"]]) / "tokenizer.json"))
    model = library.SentenceTransformer(
        modules=[StaticEmbedding(tokenizer, embedding_dim=4), Normalize()], device="cpu"
    )
    model.save(str(tmp_path / "model"))
    expected = model.encode(["red dog", "dog"])

    def no_network(*args: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    assert np.allclose(embedder(str(tmp_path / "model"))(["red dog", "dog"]), expected)
    with pytest.raises(EmbeddingError, match="is no folder, and not in the local cache of models"):
        embedder("nobody/no-such-model")


def test_a_model_with_code_of_its_own_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    parts = [{"type": "sentence_transformers.models.Transformer", "path": ""}, {"type": "evil.Part", "path": "1"}]
    (tmp_path / "modules.json").write_text(json.dumps(parts), encoding="utf-8")
    with pytest.raises(EmbeddingError, match=r"brings code of its own \(evil.Part\)"):
        embedder(str(tmp_path))
    assert "evil" not in sys.modules


def test_searches_keep_the_order_of_equals() -> None:
    assert in_order([0.5, 0.0, 0.7, 0.5], above=0.0) == [2, 0, 3]
    assert bm25(["a boat", "one boat", "a dog"])("boats") == [0, 1]
    assert bm25(["a boat"])("of the") == bm25(["a boat"])("zebra") == bm25(["", "?"])("boat") == bm25([])("boat") == ()
    assert dense([], len)("boat") == ()


def test_words_are_stemmed_and_left_out_by_language() -> None:
    assert bm25(["die Katzen", "die Häuser"], "de")("des Hauses") == [1]
    assert bm25(["die Rechnung", "die Rechnungen"], "de-AT")("der Rechnung") == [0, 1]
    assert bm25(["der Boot", "Boote"], "xx")("der") == [0], "of an unknown language nothing is left out"
