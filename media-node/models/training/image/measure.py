"""How well images follow their prompts: named colours, shape against background, brightness.

A colour counts as followed where the image's mean colour (the middle, or the
corners) is nearest to the named one of eleven, in CIE Lab. The wordings were
written for the test.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from colours import WORDS, parse_hex
from sample import from_bundle, from_checkpoint, generate

COLOURS = "red orange yellow green cyan blue purple pink white black brown".split()
PLAIN = [
    "{} background",
    "a nice {} wallpaper for my video",
    "abstract {} waves",
    "{} bokeh, please",
    "flowing {} silk",
    "{} smoke",
]
ON = ["{} circle on {} background", "a {} square on {}", "{} hexagon, {} background"]


def lab(rgb: np.ndarray) -> np.ndarray:
    """sRGB 0..1 to CIE Lab (D65)."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = (
        linear
        @ np.array([[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]])
        / np.array([0.9505, 1.0, 1.089])
    )
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def nearest(rgb: np.ndarray) -> str:
    references = lab(np.array([parse_hex(WORDS[word]) for word in COLOURS]).astype(np.float64))
    return COLOURS[int(np.linalg.norm(references - lab(rgb), axis=1).argmin())]


def mean(image: np.ndarray) -> np.ndarray:
    return image.reshape(-1, 3).mean(0) / 255


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--onnx", action="store_true")
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--guidance", type=float, default=4.0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    networks, vocabulary = from_bundle(args.folder) if args.onnx else from_checkpoint(args.folder)

    def images(prompts: list[str], seed: int) -> list[np.ndarray]:
        return generate(networks, vocabulary, prompts, args.steps, args.guidance, seed)

    for number, wording in enumerate(PLAIN):
        found = [nearest(mean(p)) for p in images([wording.format(c) for c in COLOURS], 100 * number)]
        print(
            f"{wording}: {sum(f == c for f, c in zip(found, COLOURS, strict=True))} of {len(COLOURS)}",
            [f"{c} as {f}" for f, c in zip(found, COLOURS, strict=True) if f != c],
            flush=True,
        )
    for number, wording in enumerate(ON):
        pairs = [(c, COLOURS[(k + 3 + number) % len(COLOURS)]) for k, c in enumerate(COLOURS)]
        made = images([wording.format(*pair) for pair in pairs], 1000 + 100 * number)
        middle = [nearest(mean(p[236:276, 236:276])) for p in made]
        around = [nearest(mean(np.concatenate([p[:40, :40], p[:40, -40:], p[-40:, :40], p[-40:, -40:]]))) for p in made]
        shapes = sum(found == shape for found, (shape, _) in zip(middle, pairs, strict=True))
        backs = sum(found == back for found, (_, back) in zip(around, pairs, strict=True))
        print(f"{wording}: shape {shapes}, background {backs} of {len(pairs)}", flush=True)
    moods = [
        f"{tone} {scene}"
        for scene in ("blue gradient", "mountains at sunset", "green waves", "red and orange blobs")
        for tone in ("dark", "", "bright")
    ]
    light = np.array([p.mean() for p in images(moods, 7)]).reshape(-1, 3)
    print(
        "brightness of dark, plain, bright (0..255):",
        light.mean(0).round(0),
        "in order:",
        int(((light[:, 0] < light[:, 1]) & (light[:, 1] < light[:, 2])).sum()),
        "of",
        len(light),
    )


if __name__ == "__main__":
    main()
