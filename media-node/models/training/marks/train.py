"""Learns where marks stand, for so many seconds, and saves WORK/marks.pt; prints what it tells of words that it did not learn from."""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from network import MARKS, MarkNetwork
from words import COMMA, FIRST_KNOWN_ID, QUESTION, STOP, UNKNOWN_IDS, UNTOLD

LENGTH = 200
UNKNOWN_SHARE, WRONG_SHARE = 0.04, 0.04
"""So many words are unknown, and so many are others: recognized speech has both."""
CASE_WEIGHT = 0.3
PEAK_RATE = 2e-3
WARM_UP = 0.02
MEASURED_WORDS = 200_000
SAVE_EVERY_S = 240


def disturb(words: Tensor, endings: Tensor, known: int) -> tuple[Tensor, Tensor]:
    chance = torch.rand(words.shape)
    unknown = torch.randint(1, 1 + UNKNOWN_IDS, words.shape)
    other = torch.randint(FIRST_KNOWN_ID, FIRST_KNOWN_ID + known, words.shape)
    words = torch.where(chance < UNKNOWN_SHARE, unknown, words)
    is_wrong = (chance >= UNKNOWN_SHARE) & (chance < UNKNOWN_SHARE + WRONG_SHARE)
    return torch.where(is_wrong, other, words), torch.where(is_wrong, torch.zeros_like(endings), endings)


def loss_of(logits: Tensor, marks: Tensor, cases: Tensor) -> Tensor:
    of_marks = functional.cross_entropy(logits[..., :MARKS].flatten(0, 1), marks.flatten())
    of_cases = functional.cross_entropy(logits[..., MARKS:].flatten(0, 1), cases.flatten(), ignore_index=UNTOLD)
    return of_marks + CASE_WEIGHT * of_cases


@torch.no_grad()
def measure(network: MarkNetwork, measured: np.ndarray) -> str:
    network.eval()
    words, endings, marks, cases = (torch.from_numpy(row[:MEASURED_WORDS].astype(np.int64)) for row in measured)
    pieces = [
        network(words[None, first : first + 1000], endings[None, first : first + 1000])[0]
        for first in range(0, len(words), 1000)
    ]
    logits = torch.cat(pieces)
    told = logits[:, :MARKS].argmax(-1)
    network.train()

    def score(name: str, is_told: Tensor, is_true: Tensor) -> str:
        both = (is_told & is_true).sum().item()
        precision, recall = both / max(1, is_told.sum().item()), both / max(1, is_true.sum().item())
        return f"{name} {precision:.3f}/{recall:.3f}"

    known_case = cases != UNTOLD
    case_told = logits[:, MARKS:].argmax(-1)
    return " ".join([
        f"loss {functional.cross_entropy(logits[:, :MARKS], marks).item():.4f}",
        score("ends", told >= STOP, marks >= STOP),
        score("questions", told == QUESTION, marks == QUESTION),
        score("commas", told == COMMA, marks == COMMA),
        score("capitals", (case_told > 0) & known_case, (cases > 0) & known_case),
    ])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    data = np.load(args.work / "marks.npz")
    learned, known = torch.from_numpy(data["learned"].astype(np.int32)), len(data["hashes"])
    network = MarkNetwork(FIRST_KNOWN_ID + known)
    optimizer = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, betas=(0.9, 0.98), weight_decay=0.01)
    start, saved, read, step = time.monotonic(), time.monotonic(), 0, 0
    while (spent := (time.monotonic() - start) / args.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(1, spent / WARM_UP) * (1 - spent)
        firsts = torch.randint(0, learned.shape[1] - LENGTH, (args.rows,))
        batch = torch.stack([learned[:, first : first + LENGTH] for first in firsts], 1).long()
        words, endings = disturb(batch[0], batch[1], known)
        with torch.autocast("cpu", torch.bfloat16):
            logits = network(words, endings)
        loss = loss_of(logits.float(), batch[2], batch[3])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        read, step = read + args.rows * LENGTH, step + 1
        if step == 50 or time.monotonic() - saved > SAVE_EVERY_S:
            saved = time.monotonic()
            torch.save(network.state_dict(), args.work / "marks.pt")
            print(f"{saved - start:.0f} s, {read / 1e6:.1f} million words: {measure(network, data['measured'])}", flush=True)
    torch.save(network.state_dict(), args.work / "marks.pt")
    print(f"{read / 1e6:.1f} million words: {measure(network, data['measured'])}")


if __name__ == "__main__":
    main()
