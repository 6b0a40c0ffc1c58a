"""Teaches the text encoder what descriptions state, before any image: scene, colours, mood, tone, extras.

Multi-label classification of the facts that a description states and
regression of the colours that it names, from an attention pooling of the
encoder's states. A text encoder that knows what is red and what is the
background lets the U-Net begin with colours that follow the words.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from captions import SLOTS, describe, pick_sample
from draw_data import load_vocabulary
from model import TEXT_WIDTH, TextEncoder, TextPool
from text import END, LENGTH, encode

BATCH = 48


def collect(count: int, vocabulary: dict[str, int], known: dict[str, int]) -> tuple[torch.Tensor, ...]:
    """Tokens, facts as 0 or 1, named colours and which are named; new facts are added to `known`."""
    rng = np.random.default_rng(7)
    tokens, stated, colours, named = [], [], [], []
    for _ in range(count // 4):
        sample = pick_sample(rng)
        for _ in range(4):
            text, facts, said = describe(sample, rng)
            tokens.append(encode(text, vocabulary))
            stated.append([known.setdefault(fact, len(known)) for fact in facts])
            colours.append([sample.scene.colours[slot].rgb if slot in said else np.zeros(3) for slot in SLOTS])
            named.append([slot in said for slot in SLOTS])
    labels = torch.zeros(len(stated), len(known), dtype=torch.uint8)
    for row, facts in zip(labels, stated, strict=True):
        row[facts] = 1
    return (
        torch.from_numpy(np.stack(tokens)).int(),
        labels,
        torch.tensor(np.array(colours)).float(),
        torch.tensor(np.array(named)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--descriptions", type=int, default=80000)
    parser.add_argument("--seconds", type=float, default=420)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    vocabulary, known = load_vocabulary(args.work), {}
    tokens, labels, colours, named = collect(args.descriptions, vocabulary, known)
    print(len(vocabulary), "tokens,", len(known), "facts", flush=True)
    encoder, pool = TextEncoder(len(vocabulary), LENGTH, vocabulary[END]), TextPool()
    head = nn.Sequential(nn.Linear(4 * TEXT_WIDTH, 256), nn.SiLU(), nn.Linear(256, len(known) + 3 * len(SLOTS)))
    parameters = [*encoder.parameters(), *pool.parameters(), *head.parameters()]
    optimizer = torch.optim.AdamW(parameters, 1e-3, betas=(0.9, 0.98), weight_decay=0.01)
    started, step = time.monotonic(), 0
    while (elapsed := time.monotonic() - started) < args.seconds:
        share = elapsed / args.seconds
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * share))
        rows = torch.randint(len(tokens), (BATCH,))
        with torch.autocast("cpu", torch.bfloat16):
            states = encoder(tokens[rows])
        output = head(pool(states.float()))
        facts, rgb = output[:, : len(known)], output[:, len(known) :].reshape(BATCH, len(SLOTS), 3)
        loss = functional.binary_cross_entropy_with_logits(facts, labels[rows].float()) * 50
        loss = loss + ((rgb - colours[rows]) ** 2 * named[rows][:, :, None]).sum() / named[rows].sum()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        step += 1
        if step % 100 == 0:
            with torch.no_grad():
                found = ((facts > 0) & (labels[rows] > 0)).sum() / labels[rows].sum()
            print(
                f"{elapsed:.0f} s ({time.process_time():.0f} of the processor), step {step}, loss {loss:.4f}, "
                f"facts found {found:.2f}",
                flush=True,
            )
    torch.save({"encoder": encoder.state_dict(), "pool": pool.state_dict()}, args.work / "text.pt")


if __name__ == "__main__":
    main()
