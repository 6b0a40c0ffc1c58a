"""Word vectors from the corpus: positive pointwise mutual information, factorized (Levy and Goldberg 2014).

Counts of neighbours within five tokens, weighed by one over their distance;
frequent words are subsampled, contexts smoothed by the power 0.75 (Levy,
Goldberg and Dagan 2015). Saves the hashes, counts and vectors of the most
frequent words, by ascending hash, as WORK/vocabulary.npz.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix
from sklearn.utils.extmath import randomized_svd

from corpus import read_corpus
from tokens import hash_token, split_tokens

MIN_COUNT = 12
KNOWN_WORDS = 16_000
DIMENSIONS = 128
WINDOW = 5
SUBSAMPLING = 3e-4
SMOOTHING = 0.75
BATCH = 200
ABSENT = -1


def read_documents(work: Path) -> list[list[str]]:
    return [[token for turn in turns for token in split_tokens(turn)] for _, turns in read_corpus(work)]


def count_neighbours(documents: list[np.ndarray], words: int) -> csr_matrix:
    """How often words stand near each other [words, words]."""
    counts = csr_matrix((words, words), dtype=np.float32)
    for first in range(0, len(documents), BATCH):
        tokens = np.concatenate(documents[first : first + BATCH])
        for distance in range(1, WINDOW + 1):
            left, right = tokens[:-distance], tokens[distance:]
            both = (left != ABSENT) & (right != ABSENT)
            weights = np.full(both.sum(), 1 / distance, np.float32)
            counts += coo_matrix((weights, (left[both], right[both])), shape=counts.shape).tocsr()
    return counts + counts.T


def positive_information(counts: csr_matrix) -> csr_matrix:
    """The logarithm of how much more often two words meet than by chance, where it is positive [words, words]."""
    totals = np.asarray(counts.sum(1)).ravel()
    contexts = totals**SMOOTHING / (totals**SMOOTHING).sum()
    pairs = counts.tocoo()
    information = np.log(pairs.data / (totals[pairs.row] * contexts[pairs.col]))
    positive = information > 0
    places = (pairs.row[positive], pairs.col[positive])
    return csr_matrix((information[positive].astype(np.float32), places), shape=counts.shape)


def factorize(information: csr_matrix) -> np.ndarray:
    """Vectors of length 1 [words, DIMENSIONS]."""
    left, values, _ = randomized_svd(information, DIMENSIONS, n_iter=4, random_state=0)
    vectors = left * np.sqrt(values)
    return (vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    args = parser.parse_args()
    documents = read_documents(args.work)
    frequencies = Counter(token for document in documents for token in document)
    words = [word for word, count in frequencies.most_common() if count >= MIN_COUNT]
    counts = np.array([frequencies[word] for word in words])
    kept = np.minimum(1, np.sqrt(SUBSAMPLING * frequencies.total() / counts))
    index_of = {word: index for index, word in enumerate(words)}
    rng = np.random.default_rng(0)
    indices: list[np.ndarray] = []
    for document in documents:
        tokens = np.array([index_of.get(token, ABSENT) for token in document] + [ABSENT] * WINDOW)
        indices.append(tokens[(tokens == ABSENT) | (rng.random(len(tokens)) < kept[tokens])])
    vectors = factorize(positive_information(count_neighbours(indices, len(words))))
    hashes = np.array([hash_token(word) for word in words[:KNOWN_WORDS]], np.uint32)
    order = np.argsort(hashes)
    if (np.diff(hashes[order]) == 0).any():
        raise ValueError("Two words have the same hash")
    np.savez(args.work / "vocabulary.npz", hashes=hashes[order], counts=counts[order], vectors=vectors[order])
    print(f"{frequencies.total()} tokens, {len(words)} words, {len(hashes)} of them known")


if __name__ == "__main__":
    main()
