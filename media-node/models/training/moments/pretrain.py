"""Pretrains a reader on text that nobody marked: hidden words are to be told by what is around them.

A fifth of the words is hidden and some sentences are hidden whole, as in BERT
(Devlin et al. 2019). Beside this the reader says after which sentences somebody
laughs, and where another one begins to speak. WORK/stream-*.npy (streams.py) hold
the text; most of what is read is conversation. Takes the time that it is given: the rates
follow the clock.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from muon import Muon
from reader import BEGINS_TURN, UNKNOWN_TURN, Reader
from streams import LAUGHED, read_streams
from tokens import FIRST_KNOWN_ID, FIRST_UNKNOWN_ID

MUON_RATE = 0.02
RATE = 2e-3
STARTED_SHARE = 0.6
"""Of the rates, where a reader learns on."""
WARM_UP = 0.03
"""Share of the time in which the rates rise; from FALL on they fall to nothing."""
FALL = 0.4
DECAY = 0.05
WINDOW_TOKENS = 512
HIDDEN_WORDS = 0.2
HIDDEN_SENTENCES = 0.06
UNKNOWN_TURNS = 0.4
"""Share of the windows that do not say where another one begins to speak."""
LAUGH_WEIGHT = 0.2
TURN_WEIGHT = 0.2


class Pretraining(nn.Module):
    """The reader with what answers the questions."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        width = reader.words.embedding_dim
        self.reader = reader
        self.told = nn.Linear(width, width)
        self.biases = nn.Parameter(torch.zeros(len(reader.words.weight)))
        self.starts = nn.Linear(width, 2)

    def forward(self, shown: Tensor) -> Tensor:
        return self.reader.read(self.reader.words(shown), torch.ones_like(shown))


def hide(tokens: Tensor, first_start_id: int) -> tuple[Tensor, Tensor]:
    """Windows [rows, WINDOW_TOKENS] as they are shown, and which words are asked for."""
    starts = tokens >= first_start_id
    sentence = starts.long().cumsum(1)
    whole = torch.rand(tokens.shape, device=tokens.device).lt(HIDDEN_SENTENCES).gather(1, sentence)
    asked = (whole | (torch.rand(tokens.shape, device=tokens.device) < HIDDEN_WORDS)) & ~starts
    shown = tokens.masked_fill(asked, FIRST_UNKNOWN_ID)
    unknown = (torch.rand(len(tokens), 1, device=tokens.device) < UNKNOWN_TURNS) & starts
    return shown.masked_fill(unknown, first_start_id + UNKNOWN_TURN), asked & (tokens >= FIRST_KNOWN_ID)


def losses_of(
    model: Pretraining, read: Tensor, tokens: Tensor, shown: Tensor, asked: Tensor, laughed: Tensor
) -> Tensor:
    """Losses [3]: of words, of laughs, of turns. `read` [rows, WINDOW_TOKENS, width] is of what was shown."""
    first_start_id = model.reader.first_start_id
    logits = F.linear(model.told(read[asked]), model.reader.words.weight, model.biases.to(read.dtype))
    words = F.cross_entropy(logits.float(), tokens[asked])
    starts = tokens >= first_start_id
    answers = model.starts(read[starts]).float()
    laughs = F.binary_cross_entropy_with_logits(answers[:, 0], laughed[starts].float())
    unknown = shown[starts] == first_start_id + UNKNOWN_TURN
    turns = (tokens[starts] == first_start_id + BEGINS_TURN).float()
    begun = F.binary_cross_entropy_with_logits(answers[:, 1], turns, reduction="none")
    return torch.stack([words, laughs, (begun * unknown).sum() / unknown.sum().clamp(min=1)])


class Windows:
    """Random windows of some streams, of which each is read by its share."""

    def __init__(self, streams: list[tuple[np.ndarray, float]], device: str) -> None:
        self.streams = [torch.from_numpy(stream.view(np.int16)).to(device) for stream, _ in streams]
        shares = torch.tensor([share for _, share in streams])
        self.shares = shares / shares.sum()
        self.places = torch.arange(WINDOW_TOKENS, device=device)

    def draw(self, rows: int) -> tuple[Tensor, Tensor]:
        """Tokens [rows, WINDOW_TOKENS], and after which starts somebody laughs."""
        counts = torch.bincount(torch.multinomial(self.shares, rows, replacement=True), minlength=len(self.streams))
        drawn = []
        for stream, count in zip(self.streams, counts.tolist(), strict=True):
            first = torch.randint(len(stream) - WINDOW_TOKENS, (count, 1), device=stream.device)
            drawn.append(stream[first + self.places])
        values = torch.cat(drawn).long() & 0xFFFF
        return values & ~LAUGHED, (values & LAUGHED) > 0


def rate_at(share: float) -> float:
    """Of the highest rate, when this share of the time is over."""
    return min(1, share / WARM_UP, max(0, 1 - share) / (1 - FALL))


def pretrain(
    model: Pretraining, windows: Windows, seconds: float, rows: int, highest: list[float], device: str
) -> None:
    """Takes this long; `highest` rates of the reader's matrices and of all else."""
    reader = model.reader
    matrices = [each for each in reader.layers.parameters() if each.ndim == 2]
    ids = set(map(id, matrices))
    others = [each for each in model.parameters() if id(each) not in ids]
    optimizers = [
        Muon(matrices, highest[0], DECAY),
        torch.optim.AdamW(others, highest[1], betas=(0.9, 0.98), weight_decay=0),
    ]
    forward = torch.compile(model) if device == "cuda" else model
    started, recent, step = time.monotonic(), [], 0
    while (share := (time.monotonic() - started) / seconds) < 1:
        for optimizer, rate in zip(optimizers, highest, strict=True):
            optimizer.param_groups[0]["lr"] = rate * rate_at(share)
        tokens, laughed = windows.draw(rows)
        shown, asked = hide(tokens, reader.first_start_id)
        with torch.autocast(device, torch.bfloat16):
            losses = losses_of(model, forward(shown), tokens, shown, asked, laughed)
        (losses[0] + LAUGH_WEIGHT * losses[1] + TURN_WEIGHT * losses[2]).backward()
        nn.utils.clip_grad_norm_(others, 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad()
        if step == 0:
            started = time.monotonic()
        recent.append(losses.detach())
        step += 1
        if step % 100 == 0:
            mean = torch.stack(recent).mean(0).cpu().numpy().round(3)
            read = f"{step * rows * WINDOW_TOKENS / 1e6:.1f} million tokens"
            print(f"{time.monotonic() - started:.0f} s, step {step}, {read}, losses {mean}", flush=True)
            recent.clear()
    print(f"{step} steps, {step * rows * WINDOW_TOKENS / 1e6:.1f} million tokens", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("reader", type=Path, help="where the reader is written")
    parser.add_argument("--start", type=Path, help="a reader that learns on (grow.py), at lower rates")
    parser.add_argument("--width", type=int, default=256, help="of a new reader")
    parser.add_argument("--layers", type=int, default=6, help="of a new reader")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rows", type=int, default=64, help="windows of a step")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    words = len(np.load(args.work / "vocabulary.npz")["hashes"])
    rates = [MUON_RATE, RATE]
    if args.start:
        saved = torch.load(args.start, map_location="cpu", weights_only=True)
        shape, rates = saved["reader"], [STARTED_SHARE * rate for rate in rates]
        if shape["words"] != words:
            raise ValueError(f"{args.start} knows other words than {args.work}")
        reader = Reader(**shape)
        reader.load_state_dict(saved["weights"])
    else:
        shape = {"words": words, "width": args.width, "layers": args.layers}
        reader = Reader(**shape)
    model = Pretraining(reader).to(args.device)
    windows = Windows(read_streams(args.work), args.device)
    pretrain(model, windows, args.seconds, args.rows, rates, args.device)
    torch.save({"reader": shape, "weights": reader.state_dict()}, args.reader)


if __name__ == "__main__":
    main()
