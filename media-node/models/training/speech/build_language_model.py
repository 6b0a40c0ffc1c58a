"""Prunes a trigram language model to what the bundle has room for, in ARPA.

Words are limited to the lexicon; of the n-grams those stay that change the
model most: p(context) p(word | context) |log p(word | context) - log(what the
order below gives)|, the leading term of Stolcke's (1998) relative entropy.
Unigrams are normalised over the kept words and the back-off weights are
computed anew, so that the probabilities after every context sum to one.
"""
import argparse
import gzip
import math
from pathlib import Path

import numpy as np

from build_lexicon import write_gzip

UNKNOWN_SHARE = 1e-5


def read_bigrams(arpa: Path, ids: dict[str, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Unigram probabilities by id and the bigrams of known words: first, second, probability."""
    unigrams = np.full(len(ids), 1e-9)
    first, second, probability = [], [], []
    section = 0
    with arpa.open(encoding="utf8", errors="replace") as lines:
        for line in lines:
            if line.startswith("\\"):
                section = int(line[1]) if line[1].isdigit() else 0
                if section == 3:
                    break
                continue
            fields = line.split()
            if section == 1 and len(fields) > 1 and fields[1] in ids:
                unigrams[ids[fields[1]]] = 10 ** float(fields[0])
            elif section == 2 and len(fields) > 2 and fields[1] in ids and fields[2] in ids:
                first.append(ids[fields[1]])
                second.append(ids[fields[2]])
                probability.append(10 ** float(fields[0]))
    return unigrams, np.array(first), np.array(second), np.array(probability)


def backoffs(contexts: int, context: np.ndarray, probability: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """What is left for the order below, per context: (1 - sum p) / (1 - sum of the lower order over the same words)."""
    explicit = np.bincount(context, probability, contexts)
    covered = np.bincount(context, lower, contexts)
    return np.clip(1 - explicit, 1e-3, None) / np.clip(1 - covered, 1e-3, None)


def most_telling(count: int, weight: np.ndarray, probability: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Indices of the `count` n-grams whose loss would change the model most."""
    gain = weight * probability * np.abs(np.log(probability / lower))
    return np.sort(np.argsort(-gain)[:count])


def read_trigrams(path: Path, ids: dict[str, int], bigram_ids: dict[tuple[int, int], int]) -> tuple[np.ndarray, ...]:
    """Kept bigram, its second word, third word and probability of the trigrams whose context was kept."""
    rows = []
    for line in path.read_text(encoding="utf8").splitlines():
        words, probability = line.split("\t")
        first, second, third = (ids.get(word, -1) for word in words.split(" "))
        context = bigram_ids.get((first, second), -1)
        if context >= 0 and third >= 0:
            rows.append((context, second, third, 10 ** float(probability)))
    columns = list(zip(*rows, strict=True))
    return (*(np.array(column, np.int64) for column in columns[:3]), np.array(columns[3]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--arpa", type=Path, required=True, help="unigrams and bigrams")
    parser.add_argument("--trigrams", type=Path, required=True, help="what collect_trigrams.py found")
    parser.add_argument("--bigrams", type=int, default=350000)
    parser.add_argument("--trigram-count", type=int, default=200000)
    args = parser.parse_args()
    lexicon = gzip.decompress((args.bundle / "lexicon.txt.gz").read_bytes()).decode()
    names = ["<s>", "</s>", "<unk>", *dict.fromkeys(line.split("\t")[0] for line in lexicon.splitlines())]
    ids = {name: index for index, name in enumerate(names)}
    unigrams, first, second, probability = read_bigrams(args.arpa, ids)
    unigrams[ids["<s>"]], unigrams[ids["<unk>"]] = 0, UNKNOWN_SHARE
    unigrams /= unigrams.sum()
    weight = unigrams.copy()
    weight[ids["<s>"]] = weight[ids["</s>"]]

    whole = backoffs(len(names), first, probability, unigrams[second])
    kept = most_telling(args.bigrams, weight[first], probability, whole[first] * unigrams[second])
    kept = kept[np.lexsort((second[kept], first[kept]))]
    first, second, probability = first[kept], second[kept], probability[kept]
    backoff = backoffs(len(names), first, probability, unigrams[second])

    pairs = {(int(a), int(b)): index for index, (a, b) in enumerate(zip(first, second, strict=True))}
    context, middle, third, chance = read_trigrams(args.trigrams, ids, pairs)
    known = np.array([pairs.get((int(b), int(c)), -1) for b, c in zip(middle, third, strict=True)])
    lower = np.where(known >= 0, probability[known], backoff[middle] * unigrams[third])
    context_weight = weight[first] * probability
    picked = most_telling(args.trigram_count, context_weight[context], chance, lower)
    picked = picked[np.lexsort((third[picked], context[picked]))]
    context, middle, third, chance, lower = (column[picked] for column in (context, middle, third, chance, lower))
    pair_backoff = backoffs(len(first), context, chance, lower)

    lines = ["\\data\\", f"ngram 1={len(names)}", f"ngram 2={len(first)}", f"ngram 3={len(third)}", "", "\\1-grams:"]
    for name, p, b in zip(names, unigrams, backoff, strict=True):
        lines.append(f"{math.log10(p) if p > 0 else -99:.2f}\t{name}\t{math.log10(b):.2f}")
    lines += ["", "\\2-grams:"]
    has_next = np.bincount(context, minlength=len(first)) > 0
    for a, b, p, back, used in zip(first, second, probability, pair_backoff, has_next, strict=True):
        lines.append(f"{math.log10(p):.2f}\t{names[a]} {names[b]}" + (f"\t{math.log10(back):.2f}" if used else ""))
    lines += ["", "\\3-grams:"]
    for pair, c, p in zip(context, third, chance, strict=True):
        lines.append(f"{math.log10(p):.2f}\t{names[first[pair]]} {names[second[pair]]} {names[c]}")
    lines += ["", "\\end\\", ""]
    write_gzip(args.bundle / "language-model.arpa.gz", "\n".join(lines))
    size = (args.bundle / "language-model.arpa.gz").stat().st_size
    print(f"{len(names)} unigrams, {len(first)} bigrams, {len(third)} trigrams, {size} bytes")


if __name__ == "__main__":
    main()
