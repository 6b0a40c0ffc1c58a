"""Draws the training set: latents of images with several descriptions of each, in shards of one aspect ratio.

Writes WORK/shard-NNNN.npz with latents float16 [n, 12, h, w] and tokens int16
[n, 6, 32]. Two processes share the work with --first and --step.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from canvas import Canvas
from captions import describe, pick_sample
from model import PATCH, Encoder
from text import build_vocabulary, encode

SHAPES = [(16, 16), (16, 16), (16, 28), (16, 16), (16, 16), (28, 16)]
WORDINGS = 6


def load_vocabulary(work: Path) -> dict[str, int]:
    """The vocabulary of this training, made at the first call."""
    path = work / "vocabulary.json"
    if not path.exists():
        path.write_text(json.dumps(build_vocabulary()))
    return json.loads(path.read_text())


def load_encoder(work: Path) -> Encoder:
    encoder = Encoder()
    encoder.load_state_dict(torch.load(work / "latents.pt")["encoder"])
    return encoder.eval()


@torch.no_grad()
def draw_shard(path: Path, index: int, count: int, encoder: Encoder, vocabulary: dict[str, int]) -> None:
    rng = np.random.default_rng(1000 + index)
    rows, columns = SHAPES[index % len(SHAPES)]
    pixels = min(rows, columns) * PATCH
    canvas = Canvas.of(rows * PATCH, columns * PATCH, pixels, columns * PATCH / pixels, rows * PATCH / pixels)
    latents, tokens = np.empty((count, encoder.components.out_channels, rows, columns), np.float16), []
    for k in range(count):
        sample = pick_sample(rng)
        image = torch.from_numpy(sample.draw(canvas))[None] * 2 - 1
        latents[k] = encoder.small(image)[0].numpy()
        tokens.append([encode(describe(sample, rng)[0], vocabulary) for _ in range(WORDINGS)])
    temporary = path.with_suffix(".part.npz")
    np.savez(temporary, latents=latents, tokens=np.array(tokens, np.int16))
    temporary.rename(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--shards", type=int, default=60)
    parser.add_argument("--images", type=int, default=1200, help="per shard")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    encoder, vocabulary = load_encoder(args.work), load_vocabulary(args.work)
    for index in range(args.first, args.shards, args.step):
        path = args.work / f"shard-{index:04d}.npz"
        if not path.exists():
            draw_shard(path, index, args.images, encoder, vocabulary)
            print(path.name, flush=True)


if __name__ == "__main__":
    main()
