"""Writes all text as streams of tokens, for the pretraining: WORK/stream-NAME.npy.

Before the tokens of each sentence stands a start (reader.py), with a bit that
says whether somebody laughs after the sentence. Conversations of the corpus that
judges are measured by are left out. Further text is a folder for each source in
WORK/text, whose name begins with one of PREFIXES, a file for each document and a
line for each turn or paragraph.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from corpus import read_corpus, split_sentences
from marks import read_marks
from reader import BEGINS_TURN, GOES_ON
from tokens import FIRST_KNOWN_ID, Vocabulary, split_tokens

LAUGHED = 1 << 15
SHARES = {"corpus": 0.5, "spoken": 0.3, "written": 0.2}
"""How much is read of each stream; of those that there are, in these proportions."""
PREFIXES = ("spoken", "written")
MEASURED = ["held", "fit"]


def encode_document(turns: Sequence[str], vocabulary: Vocabulary) -> np.ndarray:
    """uint16 [tokens and starts]."""
    first_start_id = FIRST_KNOWN_ID + len(vocabulary.hashes)
    sentences, laughs = split_sentences(turns)
    ids: list[int] = []
    for sentence, laughed in zip(sentences, laughs, strict=True):
        start = first_start_id + (BEGINS_TURN if sentence.starts_turn else GOES_ON)
        ids.append(start | (LAUGHED if laughed else 0))
        ids.extend(vocabulary.id_of(token) for token in split_tokens(sentence.text))
    return np.array(ids, np.uint16)


def write_stream(path: Path, documents: Iterable[Sequence[str]], vocabulary: Vocabulary) -> None:
    encoded = [encode_document(turns, vocabulary) for turns in documents]
    stream = np.concatenate([each for each in encoded if len(each)])
    np.save(path, stream)
    print(f"{path.name}: {len(encoded)} documents, {len(stream)} tokens", flush=True)


def read_streams(work: Path) -> list[tuple[np.ndarray, float]]:
    """Streams, and how much is read of each."""
    paths = {name: work / f"stream-{name}.npy" for name in SHARES}
    return [(np.load(path), SHARES[name]) for name, path in paths.items() if path.exists()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path, help="test/data/moments, for the names of what is left out")
    args = parser.parse_args()
    vocabulary = Vocabulary(np.load(args.work / "vocabulary.npz")["hashes"])
    left_out = {marked["conversation"] for marked in read_marks(args.marks, MEASURED)}
    corpus = (turns for name, turns in read_corpus(args.work) if name not in left_out)
    write_stream(args.work / "stream-corpus.npy", corpus, vocabulary)
    for prefix in PREFIXES:
        paths = sorted((args.work / "text").glob(f"{prefix}-*/*"))
        documents = (path.read_text(encoding="utf-8").splitlines() for path in paths)
        if paths:
            write_stream(args.work / f"stream-{prefix}.npy", documents, vocabulary)


if __name__ == "__main__":
    main()
