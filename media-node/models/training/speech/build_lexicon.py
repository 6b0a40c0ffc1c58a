"""Writes the bundle's lexicon: the most frequent words of the language model that CMUdict knows.

The unigrams of the language model give the order; a word has the dictionary's
first pronunciation, which is the one that the acoustic model was taught, and
the others as further lines where --variants says so.
"""
import argparse
import gzip
from pathlib import Path

from lexicon import SYMBOLS, read_pronunciations


def read_unigrams(arpa: Path) -> dict[str, float]:
    """Word -> log10 probability, from the first section of an ARPA file."""
    found: dict[str, float] = {}
    with arpa.open(encoding="utf8", errors="replace") as lines:
        for line in lines:
            if line.startswith("\\2-grams"):
                break
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 1:
                found[fields[1]] = float(fields[0])
    return found


def write_gzip(path: Path, text: str) -> None:
    """Compressed without a time stamp, so that the same content gives the same file."""
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--dictionary", type=Path, required=True, help="index.js of cmu-pronouncing-dictionary")
    parser.add_argument("--arpa", type=Path, required=True)
    parser.add_argument("--words", type=int, default=50000)
    parser.add_argument("--variants", type=int, default=1, help="pronunciations per word at most")
    args = parser.parse_args()
    pronunciations, unigrams = read_pronunciations(args.dictionary), read_unigrams(args.arpa)
    known = [word for word in unigrams if word in pronunciations]
    known.sort(key=lambda word: (-unigrams[word], word))
    lines = []
    for word in known[: args.words]:
        lines += [f"{word}\t{' '.join(phones)}" for phones in pronunciations[word][: args.variants]]
    args.bundle.mkdir(parents=True, exist_ok=True)
    write_gzip(args.bundle / "lexicon.txt.gz", "\n".join(lines) + "\n")
    (args.bundle / "vocab.txt").write_text("".join(f"{symbol} {index}\n" for index, symbol in enumerate(SYMBOLS)))
    print(f"{min(args.words, len(known))} words, {len(lines)} pronunciations")


if __name__ == "__main__":
    main()
