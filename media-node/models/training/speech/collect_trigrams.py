"""Asks the CMU Sphinx language model for the trigrams that matter: `w1 w2 w3<TAB>log10 probability` lines.

Its binary file cannot be listed whole (the writers of sphinxbase 5prealpha and
pocketsphinx 5.1 both fail at the trigrams), but it can be asked. The likeliest
bigrams are the contexts, the likeliest successors of their second word the
candidates; a trigram is in the model where its probability is not the one that
the back-off gives.
"""
import argparse
import math
from pathlib import Path

from pocketsphinx import Config, LogMath, NGramModel


def read_arpa(path: Path, known: set[str]) -> tuple[dict[str, float], list[tuple[str, str, float, float]]]:
    """Unigram log10 probabilities, and bigrams with probability and back-off weight."""
    unigrams: dict[str, float] = {}
    bigrams: list[tuple[str, str, float, float]] = []
    section = 0
    with path.open(encoding="utf8", errors="replace") as lines:
        for line in lines:
            if line.startswith("\\"):
                section = int(line[1]) if line[1].isdigit() else 0
                continue
            fields = line.split()
            if section == 1 and len(fields) > 1:
                unigrams[fields[1]] = float(fields[0])
            elif section == 2 and len(fields) == 4 and fields[1] in known and fields[2] in known:
                bigrams.append((fields[1], fields[2], float(fields[0]), float(fields[3])))
    return unigrams, bigrams


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="en-us.lm.bin")
    parser.add_argument("--arpa", type=Path, required=True, help="its unigrams and bigrams")
    parser.add_argument("--words", type=Path, required=True, help="the lexicon's words, one a line")
    parser.add_argument("--contexts", type=int, default=60000)
    parser.add_argument("--successors", type=int, default=60)
    args = parser.parse_args()
    known = {*args.words.read_text(encoding="utf8").split(), "<s>", "</s>"}
    unigrams, bigrams = read_arpa(args.arpa, known)
    unigrams["<s>"] = unigrams["</s>"]
    successors: dict[str, list[tuple[float, str]]] = {}
    for first, second, probability, _ in bigrams:
        successors.setdefault(first, []).append((probability, second))
    for nexts in successors.values():
        nexts.sort(reverse=True)
    contexts = sorted(bigrams, key=lambda bigram: -(unigrams[bigram[0]] + bigram[2]))[: args.contexts]
    logs = LogMath(1.0001)
    model = NGramModel(Config(lm=None, hmm=None, dict=None), logs, str(args.model))
    found = 0
    with args.output.open("w", encoding="utf8") as output:
        for first, second, _, backoff in contexts:
            for expected, third in successors.get(second, [])[: args.successors]:
                probability = logs.log_to_log10(model.prob([third, second, first]))
                if not math.isclose(probability, backoff + expected, abs_tol=0.004):
                    output.write(f"{first} {second} {third}\t{probability:.3f}\n")
                    found += 1
    print(f"{found} trigrams")


if __name__ == "__main__":
    main()
