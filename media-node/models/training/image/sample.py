"""Images from prompts: the reference for the sampler, from a checkpoint or from the exported ONNX files.

DPM-Solver++ 2M (Lu et al. 2022) with trailing timesteps and classifier-free
guidance, written out in full. Several prompts make a sheet, in reading order.
ONNX files need the Python package onnxruntime.
"""

import argparse
import json
import math
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from model import CHANNELS, Decoder, TextEncoder, UNet, linear_betas
from text import END, LENGTH, encode

Networks = tuple[Callable[[Tensor], Tensor], Callable[[Tensor, Tensor, Tensor], Tensor], Callable[[Tensor], Tensor]]


def write_png(path: Path, image: np.ndarray) -> None:
    """An image uint8 [h, w, 3] as PNG."""
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    header = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b"")]
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )
    )


def sheet(images: list[np.ndarray], columns: int) -> np.ndarray:
    """Images of one size side by side, with a line of white between them."""
    height, width = images[0].shape[:2]
    rows = math.ceil(len(images) / columns)
    canvas = np.full((rows * (height + 4), columns * (width + 4), 3), 255, np.uint8)
    for k, image in enumerate(images):
        top, left = k // columns * (height + 4), k % columns * (width + 4)
        canvas[top : top + height, left : left + width] = image
    return canvas


def from_checkpoint(work: Path) -> tuple[Networks, dict[str, int]]:
    """The averaged weights and the decoder as training left them."""
    vocabulary = json.loads((work / "vocabulary.json").read_text())
    kept = torch.load(work / "model.pt")
    text, unet, decoder = TextEncoder(len(vocabulary), LENGTH, vocabulary[END]), UNet(), Decoder()
    text.load_state_dict(kept["text"])
    unet.load_state_dict(kept["unet"])
    decoder.load_state_dict(torch.load(work / "decoder.pt"))
    return (text.eval(), unet.eval(), decoder.eval()), vocabulary


def from_bundle(bundle: Path) -> tuple[Networks, dict[str, int]]:
    """The exported ONNX files."""
    import onnxruntime

    sessions = {
        part: onnxruntime.InferenceSession(bundle / part / "model.onnx")
        for part in ("text_encoder", "unet", "vae_decoder")
    }

    def run(part: str, *inputs: Tensor) -> Tensor:
        names = [entry.name for entry in sessions[part].get_inputs()]
        return torch.from_numpy(
            sessions[part].run(None, {name: value.numpy() for name, value in zip(names, inputs, strict=True)})[0]
        )

    vocabulary = json.loads((bundle / "tokenizer" / "tokenizer.json").read_text())["model"]["vocab"]
    return (
        lambda ids: run("text_encoder", ids),
        lambda *inputs: run("unet", *inputs),
        lambda latents: run("vae_decoder", latents),
    ), vocabulary


@torch.no_grad()
def sample_latents(unet: Callable, states: Tensor, empty: Tensor, noise: Tensor, steps: int, guidance: float) -> Tensor:
    """Latents from noise [b, 12, h, w]; states of the prompts [b, n, 128] and of the empty prompt [1, n, 128]."""
    alphas = linear_betas()
    times = np.round(np.arange(1000, 0, -1000 / steps)).astype(int) - 1
    latents, before, last_h = noise, None, 0.0
    both = torch.cat([empty.expand_as(states), states])
    for k, time in enumerate(times):
        alpha, sigma = alphas[time].sqrt(), (1 - alphas[time]).sqrt()
        velocity = unet(torch.cat([latents, latents]), torch.tensor([float(time)]), both)
        without, with_text = velocity.chunk(2)
        clean = alpha * latents - sigma * (without + guidance * (with_text - without))
        if k == len(times) - 1:
            return clean
        next_alpha, next_sigma = alphas[times[k + 1]].sqrt(), (1 - alphas[times[k + 1]]).sqrt()
        h = float((next_alpha / next_sigma).log() - (alpha / sigma).log())
        direction = clean if before is None else clean + (clean - before) * (h / (2 * last_h))
        latents = next_sigma / sigma * latents - next_alpha * math.expm1(-h) * direction
        before, last_h = clean, h
    return latents


@torch.no_grad()
def generate(
    networks: Networks,
    vocabulary: dict[str, int],
    prompts: list[str],
    steps: int = 16,
    guidance: float = 4.0,
    seed: int = 0,
    rows: int = 16,
    columns: int = 16,
) -> list[np.ndarray]:
    """One image uint8 [32 rows, 32 columns, 3] per prompt; image k starts from the noise of seed + k."""
    text, unet, decoder = networks
    ids = torch.from_numpy(np.stack([encode(prompt, vocabulary) for prompt in ["", *prompts]])).int()
    states = text(ids)
    noise = torch.stack(
        [
            torch.randn(CHANNELS, rows, columns, generator=torch.Generator().manual_seed(seed + k))
            for k in range(len(prompts))
        ]
    )
    latents = sample_latents(unet, states[1:], states[:1], noise, steps, guidance)
    images = torch.cat([decoder(latents[k : k + 1]) for k in range(len(prompts))])
    return list(((images.clamp(-1, 1) + 1) * 127.5).round().byte().permute(0, 2, 3, 1).numpy())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="WORK of the training, or the bundle with --onnx")
    parser.add_argument("output", type=Path, help="a PNG file")
    parser.add_argument("prompts", nargs="+")
    parser.add_argument("--onnx", action="store_true")
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--guidance", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rows", type=int, default=16, help="of latents, 32 pixels each")
    parser.add_argument("--columns", type=int, default=16)
    parser.add_argument("--across", type=int, default=6, help="images in a row of the sheet")
    parser.add_argument("--shrink", type=int, default=1, help="keep every n-th pixel of the sheet's images, averaged")
    args = parser.parse_args()
    torch.set_num_threads(1)
    networks, vocabulary = from_bundle(args.folder) if args.onnx else from_checkpoint(args.folder)
    images = generate(
        networks, vocabulary, args.prompts, args.steps, args.guidance, args.seed, args.rows, args.columns
    )
    n = args.shrink
    small = [
        p.reshape(p.shape[0] // n, n, p.shape[1] // n, n, 3).mean((1, 3)).round().astype(np.uint8) for p in images
    ]
    write_png(args.output, sheet(small, min(args.across, len(small))))


if __name__ == "__main__":
    main()
