"""Embedding models that the user names.

A folder with ``modules.json`` is a model of sentence-transformers, which most pipelines embed with, unless that says
that it is a static model of model2vec, which needs a hundredth of the room and no PyTorch. Nothing is downloaded unless
the user says so, and no code that comes with a model is run.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_MANY = 500  # texts that take long enough for a progress bar
# Texts to vectors, a row each.
Embed = Callable[[Sequence[str]], Any]


class EmbeddingError(Exception):
    """Why a model cannot be used, and what to do."""


@cache
def embedder(name: str, allow_download: bool = False) -> Embed:
    """The model in the folder ``name``, or the one of that name in the local cache of models.

    Raises ``EmbeddingError`` for a folder without a model, a model that would have to be downloaded, one that comes
    with code of its own, and where the library that reads it is not installed.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return _of_folder(folder)
    if folder.is_absolute() or name.startswith(("./", "../", "~")):
        raise EmbeddingError(f'no such model folder: "{name}"')
    return _sentence_transformer(name, local=not allow_download)


def _of_folder(folder: Path) -> Embed:
    modules = folder / "modules.json"
    parts = _parts(modules) if modules.is_file() else []
    # Both libraries read a static model; where model2vec made it, it is in the folder itself.
    if {(kind.rpartition(".")[2], path) for kind, path in parts} >= {("StaticEmbedding", ".")}:
        return _static(folder)
    if parts:
        return _sentence_transformer(str(folder), local=True)
    if (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file():
        return _static(folder)
    raise EmbeddingError(
        f'no embedding model in "{folder}": it has neither modules.json (sentence-transformers) nor '
        "model.safetensors with tokenizer.json (model2vec)"
    )


def _parts(modules: Path) -> list[tuple[str, str]]:
    """The class of each part of a model and the folder of that.

    Raises ``EmbeddingError`` for classes that are none of sentence-transformers itself: the library imports whatever a
    local ``modules.json`` names, also from files beside it.
    """
    try:
        parts = [(str(part["type"]), str(part["path"])) for part in json.loads(modules.read_bytes())]
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise EmbeddingError(f"{modules}: not a list of the parts of a model") from error
    for kind, _ in parts:
        if not kind.startswith("sentence_transformers."):
            raise EmbeddingError(f"{modules}: the model brings code of its own ({kind}), which is not run")
    return parts


def _sentence_transformer(name: str, local: bool) -> Embed:
    if local:  # also for the parts of the library that do not ask for it
        os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ImportError:
        raise EmbeddingError(
            f'the model "{name}" needs the extra "dense": pip install "chunklint-docs[dense]"'
        ) from None
    logging.disable_progress_bar()
    try:
        model = SentenceTransformer(name, device="cpu", local_files_only=local, trust_remote_code=False)
    except Exception as error:  # the library and those below it raise whatever they like
        if local and not Path(name).is_dir():
            raise EmbeddingError(
                f'the model "{name}" is no folder, and not in the local cache of models; '
                "`chunklint facts --allow-download` fetches it"
            ) from error
        raise EmbeddingError(f'the model "{name}" cannot be loaded: {_first_line(error)}') from error
    watched = sys.stderr.isatty()
    return lambda texts: model.encode(list(texts), show_progress_bar=watched and len(texts) > _MANY)


def _static(folder: Path) -> Embed:
    try:
        from model2vec import StaticModel
    except ImportError:
        raise EmbeddingError(
            f'the model "{folder}" needs the extra "static": pip install "chunklint-docs[static]"'
        ) from None
    try:
        model = StaticModel.from_pretrained(str(folder))
    except Exception as error:
        raise EmbeddingError(f'the model "{folder}" cannot be loaded: {_first_line(error)}') from error
    return lambda texts: model.encode(list(texts), use_multiprocessing=False)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:200] or type(error).__name__
