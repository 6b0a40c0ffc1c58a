"""Which phrases of up to three tokens the judge knows: those that the corpus has often, by their hashes.

Saves them ascending, as WORK/phrases.npy. How a sentence begins is told by
phrases that begin with START.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from corpus import read_corpus, split_sentences
from tokens import hash_token, join_phrases, split_tokens

MIN_COUNTS = {1: 40, 2: 40, 3: 60}
"""Of phrases of so many tokens."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    args = parser.parse_args()
    counts: dict[int, Counter[str]] = {length: Counter() for length in MIN_COUNTS}
    for _, turns in read_corpus(args.work):
        for sentence in split_sentences(turns)[0]:
            tokens = split_tokens(sentence.text)
            for length, counted in counts.items():
                counted.update(join_phrases(tokens, length))
    known = [phrase for length, least in MIN_COUNTS.items() for phrase, n in counts[length].items() if n >= least]
    hashes = np.unique(np.array([hash_token(phrase) for phrase in known], np.uint32))
    np.save(args.work / "phrases.npy", hashes)
    print(f"{len(known)} phrases, {len(known) - len(hashes)} of them share a hash with another")


if __name__ == "__main__":
    main()
