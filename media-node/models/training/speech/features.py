"""Turns audio shards into feature shards: augmented log-mel frames and their phoneme targets.

The front end is NeMo's AudioToMelSpectrogramPreprocessor (pre-emphasis 0.97,
400-sample Hann window centred in a 512-point FFT, hop of 160 samples, power
spectrum, 80 Slaney mel bins, log(x + 2**-24), normalised per bin over the
window). Augmentation works on the waveform: reverberation, noise, band limits,
clipping, coarse quantisation, gain, silence around the speech. A shard is
`features-N-V.npy` (float16 [frames, 80], utterances one after the other) with
`features-N-V.npz` (frames and symbols of each utterance, target ids).
"""
import argparse
import json
import random
import re
import time
from pathlib import Path

import numpy as np
from scipy.signal import fftconvolve, resample_poly

from lexicon import BOUNDARY, read_pronunciations, read_symbols

SAMPLE_RATE_HZ = 16000
HOP = 160
MEL_BINS = 80
MAX_DURATION_S = 15.0
FRAMES_PER_SYMBOL = 3
WORD = re.compile(r"[a-z']+")


def mel_filters(bins: int = MEL_BINS, fft_size: int = 512) -> np.ndarray:
    """Slaney's triangular filters with his area normalisation, 0 to 8000 Hz, [bins, fft_size / 2 + 1]."""

    def to_hz(mel: np.ndarray) -> np.ndarray:
        return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))

    top = 15 + 27 * np.log(8000 / 1000) / np.log(6.4)
    edges = to_hz(np.linspace(0, top, bins + 2))
    frequencies = np.linspace(0, SAMPLE_RATE_HZ / 2, fft_size // 2 + 1)
    rising = (frequencies - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - frequencies) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)


FILTERS = mel_filters()
WINDOW = np.zeros(512, np.float32)
WINDOW[56:456] = np.hanning(400)


def log_mel(signal: np.ndarray) -> np.ndarray:
    """Normalised log-mel frames [floor(samples / 160), 80] of samples in -1..1 at 16 kHz."""
    emphasised = np.append(signal[:1], signal[1:] - 0.97 * signal[:-1]).astype(np.float32)
    padded = np.pad(emphasised, 256)
    count = len(signal) // HOP
    frames = np.lib.stride_tricks.sliding_window_view(padded, 512)[::HOP][:count]
    power = np.abs(np.fft.rfft(frames * WINDOW, axis=1).astype(np.complex64)) ** 2
    logs = np.log(power @ FILTERS.T + 2**-24)
    return (logs - logs.mean(0)) / (logs.std(0, ddof=1) + 1e-5)


def coloured_noise(count: int, rng: np.random.Generator) -> np.ndarray:
    """White to brown noise of unit power."""
    spectrum = np.fft.rfft(rng.standard_normal(count).astype(np.float32))
    slope = rng.uniform(0, 1.1)
    spectrum /= np.maximum(np.arange(len(spectrum)) / len(spectrum), 0.002) ** slope
    noise = np.fft.irfft(spectrum, count).astype(np.float32)
    return noise / (np.sqrt(np.mean(noise**2)) + 1e-9)


def tones(count: int, rng: np.random.Generator) -> np.ndarray:
    """Hum or chords: harmonics of a few fundamentals that change every half second or so."""
    time_s = np.arange(count, dtype=np.float32) / SAMPLE_RATE_HZ
    sound = np.zeros(count, np.float32)
    if rng.random() < 0.5:
        for harmonic in range(1, 6):
            sound += np.sin(2 * np.pi * rng.choice([50, 60]) * harmonic * time_s) / harmonic
    else:
        length = int(rng.uniform(0.2, 0.8) * SAMPLE_RATE_HZ)
        for begin in range(0, count, length):
            part = time_s[: min(length, count - begin)]
            for _ in range(3):
                base = 110 * 2 ** (rng.integers(0, 36) / 12)
                for harmonic in (1, 2, 3, 4):
                    sound[begin : begin + len(part)] += np.sin(2 * np.pi * base * harmonic * part) * np.exp(-3 * part) / harmonic
    return sound / (np.sqrt(np.mean(sound**2)) + 1e-9)


def reverberate(signal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Adds a synthetic room: noise that decays exponentially, after the direct sound."""
    decay_s = rng.uniform(0.1, 0.7)
    count = int(decay_s * SAMPLE_RATE_HZ)
    tail = rng.standard_normal(count).astype(np.float32) * np.exp(-6.9 * np.arange(count) / count).astype(np.float32)
    tail[: int(rng.uniform(0.001, 0.01) * SAMPLE_RATE_HZ)] = 0
    tail *= rng.uniform(0.15, 0.9) / (np.sqrt(np.sum(tail**2)) + 1e-9)
    tail[0] = 1
    return fftconvolve(signal, tail)[: len(signal)].astype(np.float32)


def band_limit(signal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Telephone band or a low-pass, as cheap microphones and codecs have."""
    spectrum = np.fft.rfft(signal)
    hz = np.linspace(0, SAMPLE_RATE_HZ / 2, len(spectrum))
    low, high = (300, 3400) if rng.random() < 0.4 else (rng.uniform(20, 200), rng.uniform(3400, 7500))
    gain = 1 / (1 + (low / np.maximum(hz, 1)) ** 8) / (1 + (hz / high) ** 16)
    return np.fft.irfft(spectrum * gain, len(signal)).astype(np.float32)


def augment(signal: np.ndarray, others: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """One random recording condition of an utterance; `others` are utterances for babble."""
    if rng.random() < 0.5:
        before, after = rng.integers(0, 10000, 2)
        signal = np.pad(signal, (before, after))
    power = np.sqrt(np.mean(signal**2)) + 1e-6
    signal = signal / power
    if rng.random() < 0.35:
        signal = reverberate(signal, rng)
    if rng.random() < 0.6:
        kind = rng.random()
        if kind < 0.6:
            noise = coloured_noise(len(signal), rng)
        elif kind < 0.75:
            noise = tones(len(signal), rng)
        else:
            noise = sum(np.resize(others[rng.integers(len(others))], len(signal)) for _ in range(rng.integers(2, 6)))
            noise = noise / (np.sqrt(np.mean(noise**2)) + 1e-6)
        signal = signal + noise * 10 ** (-rng.uniform(4 if kind < 0.6 else 8, 32) / 20)
    if rng.random() < 0.25:
        signal = band_limit(signal, rng)
    if rng.random() < 0.08:
        limit = rng.uniform(1.5, 3.5)
        signal = np.clip(signal, -limit, limit)
    signal = signal * rng.uniform(0.01, 0.14)
    if rng.random() < 0.08:
        levels = 2 ** rng.integers(6, 10)
        signal = np.round(np.tanh(4 * signal) * levels) / levels
    if rng.random() < 0.8:
        signal = signal + rng.standard_normal(len(signal)).astype(np.float32) * 10 ** rng.uniform(-5, -3.3)
    return signal.astype(np.float32)


def targets_of(text: str, pronunciations: dict[str, list[list[str]]], symbols: dict[str, int]) -> list[int] | None:
    """Phoneme ids of a text with the boundary between words; None when a word is unknown."""
    ids: list[int] = []
    for word in WORD.findall(text.lower()):
        if word not in pronunciations:
            return None
        if ids:
            ids.append(symbols[BOUNDARY])
        ids += [symbols[phone] for phone in pronunciations[word][0]]
    return ids


def make_shard(folder: Path, source: Path, version: int, engines: set[str], pronunciations, symbols) -> None:
    """Writes the features of one audio shard under one set of random conditions.

    Versions above 0 also play every utterance faster or slower once more, for
    more vocal tracts out of the few voices of some engines.
    """
    number = int(source.stem.split("-")[1])
    rng = np.random.default_rng([number, version])
    details = json.loads(source.read_text())
    audio = np.load(source.with_suffix(".npy"))
    signals = np.split(audio, np.cumsum(details["samples"])[:-1])
    signals = [signal.astype(np.float32) / 32768 for signal in signals]
    others = [s for s in signals if len(s) > 8000][:60]
    frames, targets, spoken_by = [], [], []
    for text, voice, signal in zip(details["texts"], details["voices"], signals, strict=True):
        ids = targets_of(text, pronunciations, symbols) if voice["engine"] in engines else None
        if ids is not None and version > 0:
            signal = resample_poly(signal, int(rng.integers(86, 116)), 100).astype(np.float32)
        if ids is None or not 0.3 < len(signal) / SAMPLE_RATE_HZ < MAX_DURATION_S:
            continue
        spoken = log_mel(augment(signal, others, rng))
        if len(ids) * 1.15 * FRAMES_PER_SYMBOL < len(spoken):
            frames.append(spoken.astype(np.float16))
            targets.append(ids)
            spoken_by.append(voice["engine"])
    for _ in range(6):
        count = int(rng.uniform(1, 8) * SAMPLE_RATE_HZ)
        sound = coloured_noise(count, rng) if rng.random() < 0.5 else tones(count, rng)
        sound = sound * rng.uniform(0.001, 0.1) + rng.standard_normal(count) * 1e-4
        frames.append(log_mel(sound.astype(np.float32)).astype(np.float16))
        targets.append([])
        spoken_by.append("")
    np.save(folder / f"features-{number:05d}-{version}.npy", np.concatenate(frames))
    np.savez(
        folder / f"features-{number:05d}-{version}.npz",
        frames=np.array([len(f) for f in frames]),
        symbols=np.array([len(t) for t in targets]),
        targets=np.array([i for t in targets for i in t], np.uint8),
        engines=np.array(spoken_by),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--dictionary", type=Path, required=True, help="index.js of cmu-pronouncing-dictionary")
    parser.add_argument("--version", type=int, default=0, help="another number gives other random conditions")
    parser.add_argument("--engines", nargs="+", default=["espeak", "flite", "festival"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    args = parser.parse_args()
    pronunciations, symbols = read_pronunciations(args.dictionary), read_symbols()
    folder = args.work / "features"
    folder.mkdir(parents=True, exist_ok=True)
    idle_since = time.monotonic()
    while time.monotonic() - idle_since < 60:
        sources = sorted((args.work / "audio").glob("audio-*.json"))
        sources = [s for s in sources if int(s.stem.split("-")[1]) % args.step == args.first]
        sources = [s for s in sources if not (folder / f"features-{s.stem.split('-')[1]}-{args.version}.npz").exists()]
        for source in sources:
            began = time.monotonic()
            make_shard(folder, source, args.version, set(args.engines), pronunciations, symbols)
            print(f"{source.stem} in {time.monotonic() - began:.1f} s", flush=True)
            idle_since = time.monotonic()
        if not sources:
            time.sleep(5)


if __name__ == "__main__":
    main()
