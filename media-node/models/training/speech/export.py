"""Exports a checkpoint as the bundle's ONNX model with int8 weights, and writes the manifest.

Weights of convolutions and matrix products become int8 with one scale per
output channel, in front of a DequantizeLinear node; arithmetic stays float32,
so a batched window gives what it gives alone. The largest difference of the
quantized log probabilities on a spoken test is checked by evaluate.py.
"""
import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from evaluate import load_model
from model import MEL_BINS, SUBSAMPLING

MIN_QUANTIZED = 1024
# Which words are believed; README.md says how they were found.
BOUNDS = {
    "voice": {"score": 0.75, "misheard": 0.16, "entropyNats": 0.44},
    "window": {"score": 0.73, "misheard": 0.17, "entropyNats": 0.47},
    "run": {"score": 0.44, "misheard": 0.5, "entropyNats": 0.72},
    "stranger": {"score": 0.6, "misheard": 0.35, "entropyNats": 0.65},
}


def export_float(checkpoint: Path, target: Path) -> None:
    """The float32 graph: audio_signal [batch, 80, frames], length [batch] -> logprobs [batch, frames', symbols]."""
    model = load_model(checkpoint)
    example = (torch.randn(2, MEL_BINS, 311), torch.tensor([311, 200]))
    axes = {"audio_signal": {0: "batch", 2: "frames"}, "length": {0: "batch"}, "logprobs": {0: "batch", 1: "steps"}}
    torch.onnx.export(
        model, example, str(target), input_names=["audio_signal", "length"], output_names=["logprobs"],
        dynamic_axes=axes, opset_version=17, dynamo=False, do_constant_folding=True,
    )


def quantize(array: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 values and scales per index of `axis`."""
    others = tuple(i for i in range(array.ndim) if i != axis)
    scales = np.maximum(np.abs(array).max(axis=others), 1e-8) / 127
    shape = [-1 if i == axis else 1 for i in range(array.ndim)]
    return np.clip(np.round(array / scales.reshape(shape)), -127, 127).astype(np.int8), scales.astype(np.float32)


def quantize_weights(graph: onnx.GraphProto) -> int:
    """Replaces large weights of Conv and MatMul nodes by int8 and DequantizeLinear; answers how many."""
    initializers = {tensor.name: tensor for tensor in graph.initializer}
    dequantizers = []
    for node in graph.node:
        if node.op_type not in ("Conv", "MatMul", "Gemm") or len(node.input) < 2 or node.input[1] not in initializers:
            continue
        tensor = initializers[node.input[1]]
        array = numpy_helper.to_array(tensor)
        if array.size < MIN_QUANTIZED or array.ndim < 2:
            continue
        axis = 1 if node.op_type == "MatMul" else 0
        values, scales = quantize(array, axis)
        name = tensor.name
        graph.initializer.remove(tensor)
        graph.initializer.extend([
            numpy_helper.from_array(values, f"{name}.int8"),
            numpy_helper.from_array(scales, f"{name}.scale"),
            numpy_helper.from_array(np.zeros(len(scales), np.int8), f"{name}.zero"),
        ])
        inputs = [f"{name}.int8", f"{name}.scale", f"{name}.zero"]
        dequantizers.append(helper.make_node("DequantizeLinear", inputs, [f"{name}.float"], f"{name}.dequantize", axis=axis))
        node.input[1] = f"{name}.float"
        del initializers[name]
    for node in reversed(dequantizers):
        graph.node.insert(0, node)
    return len(dequantizers)


def describe(path: Path) -> dict[str, object]:
    """A file as the manifest lists it."""
    data = path.read_bytes()
    return {"path": path.name, "sizeBytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--version", default="1")
    parser.add_argument("--start-offset-ms", type=int, default=0)
    parser.add_argument("--end-offset-ms", type=int, default=0)
    parser.add_argument("--weight", type=float, default=0.9)
    parser.add_argument("--bonus", type=float, default=0.0)
    args = parser.parse_args()
    target = args.bundle / "model.onnx"
    export_float(args.checkpoint, target)
    model = onnx.load(str(target))
    count = quantize_weights(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))
    files = ["model.onnx", "vocab.txt", "lexicon.txt.gz", "language-model.arpa.gz", "README.md", "LICENSE"]
    manifest = {
        "name": "speech-en-small",
        "kind": "speech-recognition",
        "family": "nemo-ctc",
        "version": args.version,
        "title": "English, small, built in (trained on synthesized speech)",
        "license": "MIT; CMUdict and the CMU Sphinx language model under BSD-2-Clause, see LICENSE",
        "languages": ["en"],
        "files": [describe(args.bundle / name) for name in files if (args.bundle / name).exists()],
        "speech": {
            "melBins": MEL_BINS,
            "subsampling": SUBSAMPLING,
            "lexicon": "lexicon.txt.gz",
            "languageModel": "language-model.arpa.gz",
            "decoding": {"beamWidth": 150, "languageModelWeight": args.weight, "wordInsertionBonus": args.bonus},
            "wordTimes": {"startOffsetMs": args.start_offset_ms, "endOffsetMs": args.end_offset_ms},
            "bounds": BOUNDS,
        },
    }
    (args.bundle / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    total = sum(path.stat().st_size for path in args.bundle.iterdir())
    print(f"{count} weights in int8, model of {target.stat().st_size} bytes, bundle of {total} bytes")


if __name__ == "__main__":
    main()
