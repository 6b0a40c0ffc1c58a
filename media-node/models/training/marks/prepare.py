"""Words of the corpus as numbers, in WORK/marks.npz; `hashes` are those of the words that are known by themselves.

The conversations that editors marked are left out of what is learned from, and
stand beside it for measuring.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from words import Vocabulary, hash_text, read_corpus, read_words

KNOWN_WORDS = 9_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path, help="has corpus.jsonl, which ../moments/corpus.py writes")
    parser.add_argument("marked", type=Path, help="a folder with NAME.json of each conversation that is left out")
    args = parser.parse_args()
    left_out = {path.stem for path in args.marked.glob("*.json")}
    conversations = [(name, read_words(turns)) for name, turns in read_corpus(args.work)]
    counts = Counter(word.key for name, words in conversations if name not in left_out for word in words)
    known = [word for word, _ in counts.most_common(KNOWN_WORDS)]
    vocabulary = Vocabulary(np.sort(np.array([hash_text(word) for word in known], np.uint32)))
    if (np.diff(vocabulary.hashes) == 0).any():
        raise ValueError("Two words have the same hash")
    learned = [vocabulary.encode(words) for name, words in conversations if name not in left_out]
    measured = [vocabulary.encode(words) for name, words in conversations if name in left_out]
    np.savez(
        args.work / "marks.npz",
        hashes=vocabulary.hashes,
        learned=np.concatenate(learned, 1),
        measured=np.concatenate(measured, 1),
    )
    told = sum(counts[word] for word in known) / counts.total()
    print(f"{counts.total()} words to learn from, {told:.4f} of them known; {sum(m.shape[1] for m in measured)} to measure")


if __name__ == "__main__":
    main()
