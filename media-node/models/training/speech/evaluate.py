"""Word error rates of a checkpoint or an exported model's weights on the held-out test, with the bundle's lexicon and language model.

The decoder is a plain prefix beam search over the pronunciation tree (Hannun et
al. 2014), slow and short, as a reference for the real one. --dump writes the
log probabilities for experiments with other decoders.
"""
import argparse
import gzip
import json
import math
from pathlib import Path

import numpy as np
import torch

from features import augment, log_mel
from lexicon import BOUNDARY, SYMBOLS, read_symbols
from model import AcousticModel

LN_10 = math.log(10)
ZERO = -1e30


class Decoder:
    """Prefix beam search over a lexicon with an n-gram language model; scores are natural logarithms."""

    def __init__(self, bundle: Path, beam: int = 100) -> None:
        decoding = json.loads((bundle / "manifest.json").read_text())["speech"]["decoding"]
        self.beam, self.weight, self.bonus = beam, decoding["languageModelWeight"], decoding["wordInsertionBonus"]
        self.symbols = read_symbols()
        self.ngrams: dict[tuple[str, ...], tuple[float, float]] = {}
        self.order = section = 0
        for line in gzip.decompress((bundle / "language-model.arpa.gz").read_bytes()).decode().splitlines():
            if line.startswith("\\"):
                section = int(line[1]) if line[1].isdigit() else 0
                self.order = max(self.order, section)
            elif line and section:
                p, words, *b = line.split("\t")
                self.ngrams[tuple(words.split(" "))] = (float(p) * LN_10, float(b[0]) * LN_10 if b else 0.0)
        self.root: dict = {"hope": 0.0}
        for line in gzip.decompress((bundle / "lexicon.txt.gz").read_bytes()).decode().splitlines():
            word, phones = line.split("\t")
            node, unigram = self.root, self.ngrams[(word,)][0]
            for phone in phones.split(" "):
                node = node.setdefault(self.symbols[phone], {"hope": ZERO})
                node["hope"] = max(node["hope"], unigram)
            node.setdefault("words", []).append(word)

    def language_model(self, history: tuple[str, ...], word: str) -> float:
        """The longest n-gram that the model lists, with the back-off weights of the longer contexts that it lacks."""
        lost = 0.0
        for start in range(len(history) + 1):
            context = history[start:]
            found = self.ngrams.get((*context, word))
            if found is not None:
                return lost + found[0]
            lost += self.ngrams.get(context, (0.0, 0.0))[1]
        raise KeyError(word)

    def decode(self, logs: np.ndarray) -> list[str]:
        """Words of log probabilities [frames, symbols]."""
        blank, boundary = len(SYMBOLS) - 1, self.symbols[BOUNDARY]
        beams = {(0, -1, ("<s>",)): [0.0, ZERO, self.root, ()]}
        nodes = {0: self.root}
        for frame in logs:
            new: dict = {}

            def add(key, score_blank, score_symbol, node, words, new=new) -> None:
                entry = new.get(key)
                if entry is None:
                    new[key] = [score_blank, score_symbol, node, words]
                elif entry[3] == words:
                    entry[0] = np.logaddexp(entry[0], score_blank)
                    entry[1] = np.logaddexp(entry[1], score_symbol)
                elif max(score_blank, score_symbol) > max(entry[0], entry[1]):
                    new[key] = [score_blank, score_symbol, node, words]

            likely = [int(s) for s in np.nonzero(frame > -7)[0] if s != blank]
            for key, (score_blank, score_symbol, node, words) in beams.items():
                place, last, history = key
                total = np.logaddexp(score_blank, score_symbol)
                add(key, total + frame[blank], score_symbol + frame[last] if last >= 0 else ZERO, node, words)
                for symbol in likely:
                    score = (score_blank if symbol == last else total) + frame[symbol]
                    if place == 0 and symbol == boundary:
                        add((0, symbol, history), ZERO, score, node, words)
                    child = node.get(symbol)
                    if child is None:
                        continue
                    base = score - self.weight * node["hope"]
                    nodes[id(child)] = child
                    add((id(child), symbol, history), ZERO, base + self.weight * child["hope"], child, words)
                    for word in child.get("words", ()):
                        gain = self.weight * self.language_model(history, word) + self.bonus
                        add((0, symbol, (*history, word)[1 - self.order :]), ZERO, base + gain, self.root, (*words, word))
            ranked = sorted(new.items(), key=lambda item: -np.logaddexp(item[1][0], item[1][1]))
            beams = dict(ranked[: self.beam])
        ended = [entry for key, entry in beams.items() if key[0] == 0] or list(beams.values())
        return list(max(ended, key=lambda entry: np.logaddexp(entry[0], entry[1]))[3])


def edit_distance(reference: list[str], words: list[str]) -> int:
    """Substitutions, insertions and deletions (Levenshtein)."""
    row = list(range(len(words) + 1))
    for i, expected in enumerate(reference, 1):
        above, row[0] = row[0], i
        for j, word in enumerate(words, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (expected != word))
    return row[-1]


def load_model(path: Path) -> AcousticModel:
    model = AcousticModel(len(SYMBOLS))
    model.load_state_dict(torch.load(path))
    return model.eval()


def test_signals(work: Path, engine: str, noisy: bool) -> tuple[list[str], list[np.ndarray]]:
    """Texts and signals of one engine's test; with noise and reverberation as in training where `noisy`."""
    details = json.loads((work / "test" / f"{engine}.json").read_text())
    audio = np.load(work / "test" / f"{engine}.npy").astype(np.float32) / 32768
    signals = np.split(audio, np.cumsum(details["samples"])[:-1])
    rng = np.random.default_rng(5)
    return details["texts"], [augment(signal, signals, rng) if noisy else signal for signal in signals]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60, help="sentences per engine")
    parser.add_argument("--noisy", action="store_true")
    parser.add_argument("--dump", type=Path)
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, decoder = load_model(args.checkpoint), None if args.dump else Decoder(args.bundle)
    for engine in ("espeak", "flite", "festival"):
        texts, signals = test_signals(args.work, engine, args.noisy)
        errors = words = 0
        dumped = []
        for index, (text, signal) in enumerate(zip(texts[: args.count], signals, strict=False)):
            frames = torch.from_numpy(log_mel(signal)).T[None]
            with torch.no_grad():
                logs = model(frames, torch.tensor([frames.shape[2]]))[0].numpy()
            if args.dump:
                dumped.append(logs)
                continue
            found = decoder.decode(logs)
            errors += edit_distance(text.split(), found)
            words += len(text.split())
            if index < args.show:
                print(f"  {text}\n  {' '.join(found)}")
        if args.dump:
            args.dump.mkdir(parents=True, exist_ok=True)
            np.concatenate(dumped).astype("<f4").tofile(args.dump / f"{engine}.f32")
            (args.dump / f"{engine}.json").write_text(json.dumps({"texts": texts[: args.count], "frames": [len(d) for d in dumped]}))
        else:
            print(f"{engine}: word error rate {100 * errors / words:.1f} % of {words} words", flush=True)


if __name__ == "__main__":
    main()
