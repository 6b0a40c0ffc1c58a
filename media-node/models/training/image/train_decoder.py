"""Trains the decoder: latents of a quarter-size image to the full-size image.

Learns on windows of 256x256 out of images whose shorter side is 512; they are
drawn anew all the time. Latents get some noise, since those of the U-Net are
not perfect. The loss is the absolute error of pixels and of their differences,
which keeps edges sharp.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from canvas import Canvas
from captions import pick_sample
from draw_data import load_encoder
from model import Decoder

WINDOW = 256
FULL = 512
BATCH = 8
POOL = 1200


def draw_window(rng: np.random.Generator) -> np.ndarray:
    """A window uint8 [3, 256, 256] at a random place of a random image."""
    width, height = [(1, 1), (1, 1), (1.75, 1), (1, 1.75)][rng.integers(4)]
    left, top = rng.uniform(0, width - WINDOW / FULL), rng.uniform(0, height - WINDOW / FULL)
    canvas = Canvas.of(WINDOW, WINDOW, FULL, width, height, left, top)
    return (pick_sample(rng).draw(canvas) * 255 + 0.5).astype(np.uint8)


def loss_of(output: Tensor, target: Tensor) -> Tensor:
    error = output - target
    edges = error.diff(dim=2).abs().mean() + error.diff(dim=3).abs().mean()
    return error.abs().mean() + 0.5 * (error**2).mean() + edges


def take_step(decoder: Decoder, optimizer: torch.optim.Optimizer, latents: Tensor, target: Tensor) -> float:
    """One step towards the images [b, 3, h, w] of these latents; returns the loss before it."""
    with torch.autocast("cpu", torch.bfloat16):
        details = decoder.body(latents)
    loss = loss_of(decoder.base(latents) + details.float(), target)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(decoder.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--start", type=Path, help="a decoder to go on from")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(50 + args.seed)
    encoder, decoder = load_encoder(args.work), Decoder()
    decoder.colour.load_state_dict(torch.load(args.work / "latents.pt")["colour"])
    nn.init.zeros_(decoder.body[-2].weight)
    if args.start:
        decoder.load_state_dict(torch.load(args.start))
    decoder = decoder.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(decoder.parameters(), 1e-3, betas=(0.9, 0.99), weight_decay=1e-4)
    windows = np.stack([draw_window(rng) for _ in range(POOL // 4)])
    started, saved, step, losses = time.monotonic(), time.monotonic(), 0, []
    while (elapsed := time.monotonic() - started) < args.seconds:
        rate = 1.5e-3 * min(1, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * elapsed / args.seconds))
        for group in optimizer.param_groups:
            group["lr"] = rate
        fresh = np.stack([draw_window(rng) for _ in range(3)])
        if len(windows) < POOL:
            windows = np.concatenate([windows, fresh])
        else:
            windows[rng.integers(len(windows), size=3)] = fresh
        chosen = np.concatenate([fresh, windows[rng.integers(len(windows), size=BATCH - 3)]])
        target = torch.from_numpy(chosen).float().div(127.5).sub(1).to(memory_format=torch.channels_last)
        with torch.no_grad():
            latents = encoder(target)
            latents = latents + torch.randn_like(latents) * torch.rand(BATCH, 1, 1, 1) * 0.04
        losses.append(take_step(decoder, optimizer, latents, target))
        step += 1
        if step % 50 == 0:
            print(f"{elapsed:.0f} s, step {step}, loss {np.mean(losses[-50:]):.4f}", flush=True)
        if time.monotonic() - saved > 120:
            torch.save(decoder.state_dict(), args.work / "decoder.pt")
            saved = time.monotonic()
    torch.save(decoder.state_dict(), args.work / "decoder.pt")


if __name__ == "__main__":
    main()
