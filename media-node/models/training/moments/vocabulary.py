"""The words that the judge knows by themselves: the most frequent ones of the corpus, by ascending hash.

Saves their hashes as WORK/vocabulary.npz.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from corpus import read_corpus
from tokens import hash_token, split_tokens

KNOWN_WORDS = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    args = parser.parse_args()
    turns = (turn for _, turns in read_corpus(args.work) for turn in turns)
    frequencies = Counter(token for turn in turns for token in split_tokens(turn))
    known = frequencies.most_common(KNOWN_WORDS)
    hashes = np.array([hash_token(word) for word, _ in known], np.uint32)
    hashes.sort()
    if (np.diff(hashes) == 0).any():
        raise ValueError("Two words have the same hash")
    np.savez(args.work / "vocabulary.npz", hashes=hashes)
    told = sum(count for _, count in known) / frequencies.total()
    print(f"{frequencies.total()} tokens, {len(frequencies)} words; {len(known)} are known, {told:.4f} of the tokens")


if __name__ == "__main__":
    main()
