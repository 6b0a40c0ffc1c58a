"""Trains the acoustic model with CTC on the feature shards, for a given wall-clock time.

The learning rate is a cosine of the elapsed share of that time, so that other
load on the machine makes the training shorter in steps, never unfinished.
Shards are listed anew all the time: data may be added while it runs. Batches
are of similar lengths and about the same number of frames. Time and mel bins
are masked (SpecAugment, Park et al. 2019), the mel axis is warped and blurred
(vocal tract length perturbation, Jaitly and Hinton 2013, bent as well as
stretched), the time axis stretched. A share of the espeak-ng utterances, which
are learned soonest, is left out each time. An exponential moving average of
the weights is what gets saved for use.
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

from lexicon import SYMBOLS
from model import MEL_BINS, SUBSAMPLING, AcousticModel

FRAMES_PER_BATCH = 6000
SHARDS_IN_POOL = 8
WARM_UP_STEPS = 100
ESPEAK_LEFT_OUT = 0.4


def pool_batches(paths: list[Path], rng: random.Random) -> list[list[tuple[np.ndarray, np.ndarray]]]:
    """Batches of (frames, target ids) of similar length out of a few shards, in random order."""
    utterances: list[tuple[np.ndarray, np.ndarray]] = []
    for path in paths:
        index = dict(np.load(path))
        frames = np.load(path.with_suffix(".npy"), mmap_mode="r")
        frame_ends, symbol_ends = np.cumsum(index["frames"]), np.cumsum(index["symbols"])
        for i, (frame_end, symbol_end) in enumerate(zip(frame_ends, symbol_ends, strict=True)):
            if index["engines"][i] == "espeak" and rng.random() < ESPEAK_LEFT_OUT:
                continue
            utterances.append((
                frames[frame_end - index["frames"][i] : frame_end],
                index["targets"][symbol_end - index["symbols"][i] : symbol_end],
            ))
    utterances.sort(key=lambda pair: len(pair[0]) + rng.uniform(0, 20))
    batches, batch = [], []
    for utterance in utterances:
        if batch and (len(batch) + 1) * max(len(utterance[0]), len(batch[-1][0])) > FRAMES_PER_BATCH:
            batches.append(batch)
            batch = []
        batch.append(utterance)
    batches.append(batch)
    rng.shuffle(batches)
    return batches


def stretch_time(frames: np.ndarray, rng: random.Random) -> np.ndarray:
    """Half of the utterances faster or slower by up to 14 percent, linearly interpolated."""
    if len(frames) < 2 or rng.random() < 0.5:
        return frames.astype(np.float32)
    count = int(len(frames) * rng.uniform(0.9, 1.14))
    positions = np.linspace(0, len(frames) - 1.001, count).astype(np.float32)
    low = positions.astype(np.int64)
    share = (positions - low)[:, None]
    return frames[low] * (1 - share) + frames[low + 1] * share


def collate(batch: list[tuple[np.ndarray, np.ndarray]], rng: random.Random) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Padded features [batch, frames, 80], their lengths, joined targets, their lengths."""
    spoken = [stretch_time(np.asarray(frames), rng) for frames, _ in batch]
    lengths = torch.tensor([len(frames) for frames in spoken])
    signal = torch.zeros(len(batch), int(lengths.max()), MEL_BINS)
    for row, frames in zip(signal, spoken, strict=True):
        row[: len(frames)] = torch.from_numpy(frames)
    targets = torch.from_numpy(np.concatenate([ids for _, ids in batch]).astype(np.int64))
    return signal, lengths, targets, torch.tensor([len(ids) for _, ids in batch])


def mel_warp(rng: random.Random) -> Tensor:
    """A matrix [80, 80] that stretches the mel axis by up to 10 percent, bends it, and sometimes blurs it over three bins."""
    bins = torch.arange(MEL_BINS)
    bend = rng.uniform(-3, 3) * torch.sin(math.pi * bins / MEL_BINS) + rng.uniform(-1.5, 1.5) * torch.sin(2 * math.pi * bins / MEL_BINS)
    positions = (bins * rng.uniform(0.9, 1.1) + bend).clamp(0, MEL_BINS - 1)
    low = positions.floor().long()
    high = (low + 1).clamp(max=MEL_BINS - 1)
    share = positions - low
    matrix = torch.zeros(MEL_BINS, MEL_BINS)
    matrix[low, bins] += 1 - share
    matrix[high, bins] += share
    if rng.random() < 0.4:
        side = rng.uniform(0, 0.3)
        matrix = (1 - 2 * side) * matrix + side * (torch.roll(matrix, 1, 1) + torch.roll(matrix, -1, 1))
    return matrix


def mask(signal: Tensor, lengths: Tensor, rng: random.Random) -> Tensor:
    """Mel warp, two bands of bins and a few spans of time set to zero, the mean."""
    signal = torch.bmm(signal, torch.stack([mel_warp(rng) for _ in range(len(signal))]))
    for row, length in zip(signal, lengths.tolist(), strict=True):
        for _ in range(2):
            width = rng.randint(0, 16)
            begin = rng.randint(0, MEL_BINS - width)
            row[:, begin : begin + width] = 0
        for _ in range(length // 180):
            width = rng.randint(0, 18)
            begin = rng.randint(0, length - width)
            row[begin : begin + width] = 0
    return signal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seconds", type=float, default=4800)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    rng = random.Random(1)
    model = AcousticModel(len(SYMBOLS)).to(memory_format=torch.channels_last)
    if args.start:
        model.load_state_dict(torch.load(args.start))
    average = copy.deepcopy(model)
    print(f"{sum(p.numel() for p in model.parameters()) / 1e6:.2f} million parameters", flush=True)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], betas=(0.9, 0.98))
    loss_of = nn.CTCLoss(blank=len(SYMBOLS) - 1, reduction="sum", zero_infinity=True)
    began = saved = time.monotonic()
    step, audio_s, losses, used = 0, 0.0, [], {}
    while time.monotonic() - began < args.seconds:
        paths = [path for path in sorted((args.work / "features").glob("features-*.npz")) if path.with_suffix(".npy").exists()]
        rng.shuffle(paths)
        paths.sort(key=lambda path: used.get(path, 0))
        for path in paths[:SHARDS_IN_POOL]:
            used[path] = used.get(path, 0) + 1
        for batch in pool_batches(paths[:SHARDS_IN_POOL], rng):
            elapsed = (time.monotonic() - began) / args.seconds
            if elapsed >= 1:
                break
            rate = args.rate * min(1, (step + 1) / WARM_UP_STEPS) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * elapsed)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            signal, lengths, targets, target_lengths = collate(batch, rng)
            signal = mask(signal, lengths, rng)
            with torch.autocast("cpu", torch.bfloat16):
                logs = model(signal.transpose(1, 2), lengths)
            reduced = (lengths + SUBSAMPLING - 1) // SUBSAMPLING
            loss = loss_of(logs.transpose(0, 1), targets, reduced, target_lengths) / max(1, int(target_lengths.sum()))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
            audio_s += float(lengths.sum()) / 100
            losses.append(loss.item())
            if step % 5 == 0:
                decay = min(0.99, step / (step + 50))
                with torch.no_grad():
                    torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - decay)
            if step % 50 == 0:
                print(f"{time.monotonic() - began:.0f} s, step {step}, loss {np.mean(losses):.4f}, rate {rate:.5f}, {audio_s / 3600:.1f} h heard", flush=True)
                losses = []
            if time.monotonic() - saved > 240:
                torch.save(average.state_dict(), args.work / "model.pt.new")
                (args.work / "model.pt.new").rename(args.work / "model.pt")
                saved = time.monotonic()
    torch.save(average.state_dict(), args.work / "model-final.pt")
    print(f"done: {step} steps, {audio_s / 3600:.1f} h heard", flush=True)


if __name__ == "__main__":
    main()
