"""Goes on with the decoder on latents as the U-Net leaves them: real ones, noised a little and denoised in one step.

Their edges are blurred and slightly off; the decoder learns to draw clean edges
from them. Latents come from the whole image, since the U-Net knows where it
is in it, the target is a window of it. A share of the latents stays as it is.
"""

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from canvas import Canvas
from captions import describe, pick_sample
from draw_data import load_encoder, load_vocabulary
from model import PATCH, Encoder, linear_betas
from sample import from_checkpoint
from text import encode
from train_decoder import FULL, WINDOW, take_step

BATCH = 8
POOL = 600
CELLS = 16
WINDOW_CELLS = 8
LEFT_ALONE = 0.25
MIN_NOISE, MAX_NOISE = 20, 260


@dataclass
class Lesson:
    """Latents of a whole image [12, 16, 16], its tokens, a window uint8 [3, 256, 256] and the window's first cell."""

    latents: Tensor
    tokens: Tensor
    window: Tensor
    row: int
    column: int


@torch.no_grad()
def draw_lesson(rng: np.random.Generator, encoder: Encoder, vocabulary: dict[str, int]) -> Lesson:
    sample = pick_sample(rng)
    whole = sample.draw(Canvas.of(CELLS * PATCH, CELLS * PATCH, CELLS * PATCH))
    row, column = (int(k) for k in rng.integers(0, CELLS - WINDOW_CELLS + 1, 2))
    window = sample.draw(Canvas.of(WINDOW, WINDOW, FULL, left=column / CELLS, top=row / CELLS))
    tokens = encode(describe(sample, rng)[0], vocabulary)
    latents = encoder.small(torch.from_numpy(whole)[None] * 2 - 1)[0]
    return Lesson(
        latents, torch.from_numpy(tokens).int(), torch.from_numpy((window * 255 + 0.5).astype(np.uint8)), row, column
    )


@torch.no_grad()
def denoised(unet: nn.Module, text: nn.Module, latents: Tensor, tokens: Tensor) -> Tensor:
    """The U-Net's estimate of latents that were noised to random degrees."""
    timestep = torch.randint(MIN_NOISE, MAX_NOISE, (len(latents),))
    alpha = linear_betas()[timestep][:, None, None, None]
    noisy = alpha.sqrt() * latents + (1 - alpha).sqrt() * torch.randn_like(latents)
    estimate = alpha.sqrt() * noisy - (1 - alpha).sqrt() * unet(noisy, timestep.float(), text(tokens))
    return torch.where(torch.rand(len(latents), 1, 1, 1) < LEFT_ALONE, latents, estimate)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(2)
    rng = np.random.default_rng(4000)
    encoder, vocabulary = load_encoder(args.work), load_vocabulary(args.work)
    (text, unet, decoder), _ = from_checkpoint(args.work)
    decoder = decoder.train().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(decoder.parameters(), 1e-3, betas=(0.9, 0.99), weight_decay=1e-4)
    pool: list[Lesson] = [draw_lesson(rng, encoder, vocabulary) for _ in range(4 * BATCH)]
    started, step, losses = time.monotonic(), 0, []
    while (elapsed := time.monotonic() - started) < args.seconds:
        for group in optimizer.param_groups:
            group["lr"] = 8e-4 * min(1, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * elapsed / args.seconds))
        fresh = [draw_lesson(rng, encoder, vocabulary) for _ in range(2)]
        pool = [*pool, *fresh] if len(pool) < POOL else [*pool[2:], *fresh]
        lessons = [*fresh, *(pool[k] for k in rng.integers(len(pool), size=BATCH - 2))]
        latents = denoised(
            unet,
            text,
            torch.stack([lesson.latents for lesson in lessons]),
            torch.stack([lesson.tokens for lesson in lessons]),
        )
        cut = [
            each[:, lesson.row : lesson.row + WINDOW_CELLS, lesson.column : lesson.column + WINDOW_CELLS]
            for each, lesson in zip(latents, lessons, strict=True)
        ]
        inputs = torch.stack(cut).contiguous(memory_format=torch.channels_last)
        target = (
            torch.stack([lesson.window for lesson in lessons])
            .float()
            .div(127.5)
            .sub(1)
            .contiguous(memory_format=torch.channels_last)
        )
        losses.append(take_step(decoder, optimizer, inputs, target))
        step += 1
        if step % 50 == 0:
            print(f"{elapsed:.0f} s, step {step}, loss {np.mean(losses[-50:]):.4f}", flush=True)
            torch.save(decoder.state_dict(), args.work / "decoder-refined.pt")
    torch.save(decoder.state_dict(), args.work / "decoder-refined.pt")


if __name__ == "__main__":
    main()
