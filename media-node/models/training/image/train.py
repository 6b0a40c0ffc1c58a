"""Trains the U-Net and the text encoder on the shards for a given wall-clock time.

Velocity prediction (Salimans and Ho 2022) over DDPM's linear schedule, text
left out for one in ten (classifier-free guidance, Ho and Salimans 2022). The learning rate
is a cosine of the elapsed share of the time. Shards are listed anew all the
time. An exponential moving average of the weights is what gets saved for use.
"""

import argparse
import copy
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from draw_data import load_vocabulary
from model import TextEncoder, UNet, linear_betas
from text import END, LENGTH, encode

BATCH = 48
DROPPED = 0.1
CHECKPOINT_SECONDS = 180


class Shards:
    """All shards in memory; a batch is of one shard, hence of one shape."""

    def __init__(self, work: Path, seed: int) -> None:
        self.work, self.rng, self.loaded = work, random.Random(seed), {}
        self.looked = 0.0

    def look(self) -> None:
        """Takes up shards that are new."""
        if time.monotonic() - self.looked > 60:
            self.looked = time.monotonic()
            for path in sorted(self.work.glob("shard-????.npz")):
                if path.name not in self.loaded:
                    content = np.load(path)
                    self.loaded[path.name] = (torch.from_numpy(content["latents"]), torch.from_numpy(content["tokens"]))

    def deviations(self) -> Tensor:
        """The standard deviation of each channel of the latents [12]."""
        self.look()
        latents = next(iter(self.loaded.values()))[0]
        return latents.float().std((0, 2, 3))

    def batch(self) -> tuple[Tensor, Tensor]:
        """Latents float32 [b, 12, h, w], mirrored never (left and right are said), and one wording each."""
        self.look()
        latents, tokens = self.loaded[self.rng.choice(list(self.loaded))]
        count = BATCH if latents.shape[2] == latents.shape[3] else BATCH * 4 // 7
        rows = torch.randint(len(latents), (count,))
        return latents[rows].float(), tokens[rows, torch.randint(tokens.shape[1], (count,))].int()


def pick_timesteps(count: int) -> Tensor:
    """Stratified over a batch, those between 40 and 800 more often: below, nothing is visible."""
    shares = (torch.arange(count) + torch.rand(count)) / count
    return torch.from_numpy(np.interp(shares.numpy(), [0, 0.03, 0.88, 1], [0, 40, 800, 1000])).long().clamp(max=999)


def update_average(average: nn.Module, model: nn.Module, step: int) -> None:
    decay = min(0.999, (step + 1) / (step + 20))
    with torch.no_grad():
        for kept, new in zip(average.parameters(), model.parameters(), strict=True):
            kept.lerp_(new, 1 - decay)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seconds", type=float, default=5400)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--start", type=Path, help="a checkpoint to go on from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--bfloat16",
        action="store_true",
        help="convolutions and products in bfloat16, where the processor is faster at it",
    )
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    vocabulary = load_vocabulary(args.work)
    empty = torch.from_numpy(encode("", vocabulary)).int()
    unet, text = UNet(), TextEncoder(len(vocabulary), LENGTH, vocabulary[END])
    learned = torch.load(args.work / "text.pt")
    text.load_state_dict(learned["encoder"])
    unet.pool.load_state_dict(learned["pool"])
    if args.start:
        kept = torch.load(args.start)
        unet.load_state_dict(kept["unet"], strict=False)
        text.load_state_dict(kept["text"])
    shards = Shards(args.work, args.seed)
    unet.deviations.copy_(shards.deviations())
    unet = unet.to(memory_format=torch.channels_last)
    both = nn.ModuleDict({"unet": unet, "text": text})
    average = copy.deepcopy(both)
    optimizer = torch.optim.AdamW(
        [{"params": unet.parameters(), "share": 1.0}, {"params": text.parameters(), "share": 0.3}],
        args.rate,
        betas=(0.9, 0.99),
        weight_decay=0.01,
        fused=True,
    )
    alphas = linear_betas()
    step, seen, losses = 0, 0, []
    started = saved = time.monotonic()

    def save() -> None:
        torch.save(
            {"unet": average["unet"].state_dict(), "text": average["text"].state_dict(), "step": step},
            args.work / "model.part",
        )
        (args.work / "model.part").rename(args.work / "model.pt")

    while (elapsed := time.monotonic() - started) < args.seconds:
        rate = args.rate * min(1, (step + 1) / 200) * (0.02 + 0.49 + 0.49 * math.cos(math.pi * elapsed / args.seconds))
        for group in optimizer.param_groups:
            group["lr"] = rate * group["share"]
        latents, tokens = shards.batch()
        count = len(latents)
        tokens[torch.rand(count) < DROPPED] = empty
        timestep = pick_timesteps(count)
        signal, noise = alphas[timestep].sqrt()[:, None, None, None], (1 - alphas[timestep]).sqrt()[:, None, None, None]
        epsilon = torch.randn_like(latents)
        noisy = (signal * latents + noise * epsilon).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bfloat16):
            velocity = unet(noisy, timestep.float(), text(tokens))
        loss = (velocity.float() - (signal * epsilon - noise * latents)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(both.parameters(), 1.0)
        optimizer.step()
        update_average(average, both, step)
        losses.append(loss.item())
        step, seen = step + 1, seen + count
        if step % 100 == 0:
            print(
                f"{elapsed:.0f} s ({time.process_time():.0f} of the processor), step {step}, {seen} images, "
                f"loss {np.mean(losses[-100:]):.4f}, {len(shards.loaded)} shards",
                flush=True,
            )
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            save()
            saved = time.monotonic()
    save()


if __name__ == "__main__":
    main()
