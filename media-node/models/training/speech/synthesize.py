"""Speaks the training text with random voices: one audio shard per group of lines.

A shard is `audio-N.npy` (int16 at 16 kHz, utterances one after the other) with
`audio-N.json` (texts, voices, sample counts). Shards that exist are skipped, so
a run can be stopped and resumed, and several processes share the work.
"""
import argparse
import json
import random
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

from voices import SAMPLE_RATE_HZ, Espeak, Flite, Voice, festival_speak, random_voice, to_16_khz

SHARD_LINES = 400


def speak_all(jobs: list[tuple[str, Voice]], espeak: Espeak, flite: Flite) -> list[np.ndarray]:
    """The utterances in order, float32 at 16 kHz."""
    results: list[tuple[np.ndarray, int] | None] = [None] * len(jobs)
    festival = [index for index, (_, voice) in enumerate(jobs) if voice.engine == "festival"]
    if festival:
        for index, result in zip(festival, festival_speak([jobs[index] for index in festival]), strict=True):
            results[index] = result
    for index, (text, voice) in enumerate(jobs):
        if voice.engine != "festival":
            results[index] = (espeak if voice.engine == "espeak" else flite).speak(text, voice)
    return [to_16_khz(samples, rate, voice.shift) for (samples, rate), (_, voice) in zip(results, jobs, strict=True)]


def write_shard(base: Path, texts: list[str], voices: list[Voice], signals: list[np.ndarray]) -> None:
    """Writes the samples first, so that a shard with a JSON file is whole."""
    audio = np.concatenate(signals)
    np.save(base.with_suffix(".npy"), (np.clip(audio, -1, 1) * 32767).astype(np.int16))
    details = {"texts": texts, "voices": [asdict(voice) for voice in voices], "samples": [len(signal) for signal in signals]}
    base.with_suffix(".json").write_text(json.dumps(details))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first shard of this process")
    parser.add_argument("--step", type=int, default=1, help="number of processes")
    parser.add_argument("--until", type=float, default=float("inf"), help="stop after this many seconds")
    args = parser.parse_args()
    lines = (args.work / "text.txt").read_text(encoding="utf8").splitlines()
    folder = args.work / "audio"
    folder.mkdir(parents=True, exist_ok=True)
    espeak, flite = Espeak(), Flite()
    began = time.monotonic()
    for number in range(args.first, len(lines) // SHARD_LINES, args.step):
        if (folder / f"audio-{number:05d}.json").exists():
            continue
        if time.monotonic() - began > args.until:
            break
        rng = random.Random(number)
        texts = lines[number * SHARD_LINES : (number + 1) * SHARD_LINES]
        jobs = [(text, random_voice(rng)) for text in texts]
        signals = speak_all(jobs, espeak, flite)
        write_shard(folder / f"audio-{number:05d}", texts, [voice for _, voice in jobs], signals)
        seconds = sum(len(signal) for signal in signals) / SAMPLE_RATE_HZ
        print(f"shard {number}: {seconds:.0f} s of audio, {time.monotonic() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
