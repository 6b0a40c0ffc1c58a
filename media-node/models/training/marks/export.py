"""Writes the bundle: the network in eight bits, and the hashes of the words that it knows.

Tables are stored in eight bits with a scale for each column and their rows are
widened as they are read; matrices in eight bits, and what they are multiplied with
is rounded to eight bits as well. Compares what is written with the network.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime import InferenceSession
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from network import MARKS, MarkNetwork
from words import FIRST_KNOWN_ID

OPSET = 17
LARGEST_STEP = 127
DESCRIPTION = {
    "name": "marks-en",
    "kind": "text-marks",
    "family": "mark-network",
    "version": "1",
    "title": "Punctuation and capitals for English speech that has none",
    "license": "Apache-2.0",
    "languages": ["en"],
    "priority": 10,
}


class PackedTable(nn.Module):
    """An embedding in eight bits."""

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        scale = table.weight.abs().amax(0) / LARGEST_STEP + 1e-12
        self.register_buffer("scale", scale)
        self.register_buffer("steps", torch.round(table.weight / scale).to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        return self.steps[ids].float() * self.scale


class OneText(nn.Module):
    """What the bundle gives: logits [words, marks and cases] of one text."""

    def __init__(self, network: MarkNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, words: Tensor, endings: Tensor) -> Tensor:
        return self.network(words[None].long(), endings[None].long())[0]


def write_network(network: MarkNetwork, path: Path) -> None:
    packed = OneText(network)
    network.words, network.endings = PackedTable(network.words), PackedTable(network.endings)
    ids = torch.ones(7, dtype=torch.int32)
    plain = path.with_suffix(".plain.onnx")
    torch.onnx.export(
        packed, (ids, ids), plain, opset_version=OPSET, dynamo=False,
        input_names=["words", "endings"], output_names=["said"],
        dynamic_axes={name: {0: "words"} for name in ("words", "endings", "said")},
    )
    quantize_dynamic(plain, path, op_types_to_quantize=["MatMul"], weight_type=QuantType.QInt8, per_channel=True)
    plain.unlink()
    onnx.checker.check_model(path)


def compare(before: np.ndarray, path: Path, measured: np.ndarray) -> None:
    session = InferenceSession(path, providers=["CPUExecutionProvider"])
    (after,) = session.run(["said"], {"words": measured[0].astype(np.int32), "endings": measured[1].astype(np.int32)})
    same = (before[:, :MARKS].argmax(1) == after[:, :MARKS].argmax(1)).mean()
    true = [(said[:, :MARKS].argmax(1) == measured[2]).mean() for said in (before, after)]
    print(f"{path.stat().st_size} bytes; the same mark after {same:.4f} of the words; right {true[0]:.4f} before, {true[1]:.4f} after")


def write_manifest(bundle: Path) -> None:
    path = bundle / "manifest.json"
    files = [
        {
            "path": file.name,
            "sizeBytes": file.stat().st_size,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        for file in sorted(bundle.iterdir())
        if file != path
    ]
    path.write_text(json.dumps({**DESCRIPTION, "files": files}, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--manifest", action="store_true", help="write the manifest alone, after a change of the texts")
    args = parser.parse_args()
    if not args.manifest:
        torch.set_num_threads(1)
        data = np.load(args.work / "marks.npz")
        network = MarkNetwork(FIRST_KNOWN_ID + len(data["hashes"]))
        network.load_state_dict(torch.load(args.work / "marks.pt"))
        network.eval()
        measured = data["measured"][:, :20_000]
        ids = [torch.from_numpy(row.astype(np.int64))[None] for row in measured[:2]]
        with torch.no_grad():
            before = network(*ids)[0].numpy()
        args.bundle.mkdir(parents=True, exist_ok=True)
        (args.bundle / "vocabulary.bin").write_bytes(data["hashes"].astype("<u4").tobytes())
        write_network(network, args.bundle / "model.onnx")
        compare(before, args.bundle / "model.onnx", measured)
    write_manifest(args.bundle)


if __name__ == "__main__":
    main()
