"""Measures how far the model's word times are from the synthesizer's own, and so the offsets for the manifest.

espeak-ng tells when each phoneme starts. The reference words are aligned to the
model's output (Viterbi over the CTC trellis, boundaries optional); a word
starts at the first frame of its first symbol and ends after the last frame of
its last. The medians of the differences are the offsets; what remains around
them is the error.
"""
import argparse
import random
from pathlib import Path

import numpy as np
import torch

from evaluate import load_model
from features import HOP, SAMPLE_RATE_HZ, log_mel
from lexicon import BOUNDARY, SYMBOLS, read_pronunciations, read_symbols
from model import SUBSAMPLING, AcousticModel
from voices import Espeak, held_out_voice, to_16_khz

FRAME_S = SUBSAMPLING * HOP / SAMPLE_RATE_HZ


def spoken_words(events: list[tuple[int, int, str, float]]) -> list[tuple[float, float]]:
    """Start and end of each word: from its first phoneme to the pause or word that follows."""
    found: list[tuple[float, float]] = []
    start: float | None = None
    waiting = False
    for kind, _, phoneme, time_s in events:
        ends = kind != Espeak.PHONEME or phoneme.startswith("_")
        if start is not None and ends:
            found.append((start, time_s))
            start = None
        if kind == Espeak.WORD:
            waiting = True
        elif waiting and not ends:
            start, waiting = time_s, False
    return found


def align(logs: np.ndarray, words: list[list[int]], boundary: int) -> list[tuple[int, int, float]]:
    """First frame, frame after the last, and mean log probability of each word on the best path."""
    blank = logs.shape[1] - 1
    targets: list[tuple[int, int]] = [(boundary, -1)]
    for number, symbols in enumerate(words):
        targets += [(symbol, number) for symbol in symbols] + [(boundary, -1)]
    states = [blank]
    for symbol, _ in targets:
        states += [symbol, blank]
    count = len(states)
    score = np.full(count, -1e30)
    score[[0, 1, 3]] = logs[0, [states[0], states[1], states[3]]]
    came = np.zeros((len(logs), count), np.int64)
    ways: list[list[int]] = []
    for state in range(count):
        back = [state, state - 1]
        if state % 2 == 1:
            if state >= 3 and states[state] != states[state - 2]:
                back.append(state - 2)
            if state >= 5 and states[state - 2] == boundary:
                back += [state - 3] + ([state - 4] if states[state] != states[state - 4] else [])
        ways.append([b for b in back if b >= 0])
    table = np.array([(w * 5)[:5] for w in ways])
    for frame in range(1, len(logs)):
        options = score[table]
        best = options.argmax(1)
        came[frame] = table[np.arange(count), best]
        score = options[np.arange(count), best] + logs[frame, states]
    state = max((count - 1, count - 2, count - 3, count - 4), key=lambda s: score[s])
    spans: dict[int, list[int]] = {}
    for frame in range(len(logs) - 1, -1, -1):
        if state % 2 == 1:
            spans.setdefault(state // 2, []).append(frame)
        state = came[frame, state]
    found = []
    for number in range(len(words)):
        own = [index for index, (_, word) in enumerate(targets) if word == number]
        means = [np.mean([logs[f, targets[i][0]] for f in spans[i]]) for i in own]
        found.append((min(spans[own[0]]), max(spans[own[-1]]) + 1, float(np.mean(means))))
    return found


def log_probs(model: AcousticModel, signal: np.ndarray) -> np.ndarray:
    frames = torch.from_numpy(log_mel(signal)).T[None]
    with torch.no_grad():
        return model(frames, torch.tensor([frames.shape[2]]))[0].numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--dictionary", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, espeak, rng = load_model(args.checkpoint), Espeak(), random.Random(11)
    pronunciations, symbols = read_pronunciations(args.dictionary), read_symbols()
    starts, ends = [], []
    for text in (Path(__file__).parent / "test-sentences.txt").read_text().splitlines()[: args.count]:
        samples, rate = espeak.speak(text, held_out_voice(rng, "espeak"))
        known = spoken_words(espeak.events)
        words = [[symbols[phone] for phone in pronunciations[word][0]] for word in text.split()]
        if len(known) != len(words):
            continue
        found = align(log_probs(model, to_16_khz(samples, rate, 1.0)), words, SYMBOLS.index(BOUNDARY))
        starts += [start * FRAME_S - known_start for (start, _, _), (known_start, _) in zip(found, known, strict=True)]
        ends += [end * FRAME_S - known_end for (_, end, _), (_, known_end) in zip(found, known, strict=True)]
    for name, differences in (("start", starts), ("end", ends)):
        offset = -np.median(differences)
        left = np.abs(np.array(differences) + offset)
        print(f"{name}: offset {1000 * offset:.0f} ms, then median error {1000 * np.median(left):.0f} ms, 90 % under {1000 * np.quantile(left, 0.9):.0f} ms, {len(differences)} words")


if __name__ == "__main__":
    main()
