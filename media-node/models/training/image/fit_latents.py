"""Fits the latents: principal components of the patches of drawn images, tempered, written as an Encoder's weights.

Writes WORK/latents.pt: the encoder, and the linear map from latents back to a
patch's mean colour, from which the decoder starts.
"""

import argparse
import math
from pathlib import Path

import numpy as np
import torch

from canvas import Canvas
from captions import pick_sample
from model import CHANNELS, PATCH, TEMPER, Decoder, Encoder

SIDE = 128


def patches(images: int, seed: int) -> np.ndarray:
    """Patches [n, 3 * 64] of drawn images, in -1..1."""
    rng = np.random.default_rng(seed)
    canvas, found = Canvas.of(SIDE, SIDE, SIDE), []
    for _ in range(images):
        image = pick_sample(rng).draw(canvas) * 2 - 1
        cut = image.reshape(3, SIDE // PATCH, PATCH, SIDE // PATCH, PATCH).transpose(1, 3, 0, 2, 4)
        found.append(cut.reshape(-1, 3 * PATCH * PATCH)[rng.integers(0, 256, 96)])
    return np.concatenate(found).astype(np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--images", type=int, default=1500)
    args = parser.parse_args()
    data = patches(args.images, 1)
    mean = data.mean(0)
    values, vectors = np.linalg.eigh(np.cov((data - mean).T))
    values, vectors = values[::-1][:CHANNELS], vectors[:, ::-1][:, :CHANNELS]
    deviations = np.sqrt(values)
    print(
        "standard deviations",
        np.round(deviations / deviations[0], 4),
        "variance kept",
        values.sum() / np.trace(np.cov(data.T)),
    )
    scales = (deviations / deviations[0]) ** TEMPER / deviations
    weights = (vectors * scales).T
    encoder, decoder = Encoder(), Decoder()
    with torch.no_grad():
        encoder.components.weight.copy_(torch.from_numpy(weights.reshape(CHANNELS, 3, PATCH, PATCH)))
        encoder.components.bias.copy_(torch.from_numpy(-(weights @ mean)))
        back = (vectors / scales).reshape(3, PATCH * PATCH, CHANNELS).mean(1)
        decoder.colour.weight.copy_(torch.from_numpy(back)[:, :, None, None])
        decoder.colour.bias.copy_(torch.from_numpy(mean.reshape(3, -1).mean(1)))
    args.work.mkdir(parents=True, exist_ok=True)
    torch.save(
        {
            "encoder": encoder.state_dict(),
            "colour": decoder.colour.state_dict(),
            "spread": math.sqrt(float((deviations * scales) @ (deviations * scales))),
        },
        args.work / "latents.pt",
    )


if __name__ == "__main__":
    main()
