"""Writes the bundle: the network, and the hashes of its words and phrases.

Tables of words and phrases are stored in eight bits with a scale for each column,
and their rows are widened as they are read; the reader's matrices in eight bits
with a scale for each column, and what they are multiplied with is rounded to eight
bits as well; other large tensors in half precision. What has no unit is scaled so
that 0 and 1 are what few stretches of marked conversations fall below or rise
above: the program's features are 0 to 1.
"""

import argparse
import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from manifest import write_manifest
from marks import Conversation, load_known_texts, read_conversations
from measure import inputs_of
from network import (
    BEGINS,
    ENDS,
    FIRST_KIND,
    INTEREST,
    MEAN_WORTH_WEIGHT,
    POINT,
    SKIP,
    WORTH,
    Judge,
    limit_points,
    load_judge,
    log_points,
)
from spans import list_spans

SCALED = [WORTH, BEGINS, ENDS, INTEREST]
SCALE_PERCENTILES = [0.1, 99.9]
LARGEST_STEP = 127
HALVED_FROM = 2000
"""Tensors with so many numbers are stored in half precision."""
OPSET = 17


class PackedTable(nn.Module):
    """An embedding in eight bits."""

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        scale = table.weight.abs().amax(0) / LARGEST_STEP + 1e-12
        self.register_buffer("scale", scale)
        self.register_buffer("steps", torch.round(table.weight / scale).to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        return self.steps[ids].float() * self.scale


def pack_tables(judge: Judge) -> Judge:
    packed = copy.deepcopy(judge)
    packed.reader.words = PackedTable(judge.reader.words)
    packed.phrases, packed.phrase_columns = PackedTable(judge.phrases), PackedTable(judge.phrase_columns)
    return packed


class ScaledJudge(nn.Module):
    """What the bundle gives: columns in network.py's order, scaled; skip and kinds as probabilities."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self.judge = judge
        self.low, self.high = nn.Parameter(torch.zeros(len(SCALED))), nn.Parameter(torch.ones(len(SCALED)))
        self.poorest = nn.Parameter(torch.zeros(()))
        """Logarithm of the summed points of the poorest stretches: their sum becomes 1."""

    def forward(self, tokens: Tensor, phrases: Tensor, facts: Tensor) -> Tensor:
        judged = self.judge(tokens.long(), phrases.long(), facts)
        worth, begins, ends, interest = ((judged[:, SCALED] - self.low) / (self.high - self.low)).split(1, 1)
        point = limit_points(judged[:, POINT : POINT + 1]) - self.poorest
        skip = torch.sigmoid(judged[:, SKIP : SKIP + 1])
        kinds = torch.softmax(judged[:, FIRST_KIND:], 1)
        return torch.cat([worth, begins, ends, point, skip, interest, kinds], 1)

    def fit_scale(self, conversations: Sequence[Conversation]) -> float:
        """Sets the scale by all stretches of these conversations; returns the logarithm of the richest one's points."""
        values, points = [], []
        for conversation in conversations:
            spans = list_spans(conversation)
            judged = self.judge(*inputs_of(conversation))
            columns = [spans.means(judged[:, WORTH]), judged[spans.first, BEGINS], judged[spans.last, ENDS]]
            values.append(torch.stack([*columns, spans.means(judged[:, INTEREST])], 1))
            points.append(log_points(judged, spans))
        low, high = np.percentile(torch.cat(values).numpy(), SCALE_PERCENTILES, axis=0)
        self.low.copy_(torch.from_numpy(low))
        self.high.copy_(torch.from_numpy(high))
        poorest, richest = np.percentile(torch.cat(points).numpy(), SCALE_PERCENTILES)
        self.poorest.copy_(torch.tensor(poorest))
        return float(richest - poorest)


def export(network: ScaledJudge, example: Sequence[Tensor], path: Path) -> None:
    names = ["tokens", "phrases", "facts", "judgements"]
    torch.onnx.export(
        network,
        tuple(example),
        path,
        input_names=names[:3],
        output_names=names[3:],
        dynamic_axes={name: {0: "sentences"} for name in names},
        opset_version=OPSET,
        dynamo=False,
    )


def pack_matrices(path: Path) -> None:
    """Stores the reader's matrices in eight bits, so that they are multiplied in eight bits."""
    graph = onnx.load(path).graph
    stored = {tensor.name for tensor in graph.initializer}
    layers = [node for node in graph.node if node.op_type == "MatMul" and "/layers." in node.name]
    matrices = [node.name for node in layers if node.input[1] in stored]
    quantize_dynamic(path, path, nodes_to_quantize=matrices, per_channel=True, weight_type=QuantType.QInt8)


def halve_tensors(path: Path) -> None:
    """Stores large tensors in half precision; they are cast when the network is opened."""
    model = onnx.load(path)
    graph = model.graph
    for tensor in list(graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size >= HALVED_FROM:
            half = numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}.half")
            graph.initializer.remove(tensor)
            graph.initializer.append(half)
            graph.node.insert(0, helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
    onnx.save(model, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("checkpoint", type=Path, help="the judge")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    known = load_known_texts(args.work)
    conversations = read_conversations(args.marks, args.transcripts, known, ["rest"])
    judge = load_judge(args.checkpoint)
    network = ScaledJudge(judge).eval()
    richest = network.fit_scale(conversations)
    args.bundle.mkdir(parents=True, exist_ok=True)
    path = args.bundle / "model.onnx"
    tokens, phrases, facts = inputs_of(conversations[0])
    example = [tokens.int(), phrases.int(), facts]
    expected = network(*example).numpy()
    network.judge = pack_tables(judge)
    export(network, example, path)
    pack_matrices(path)
    halve_tensors(path)
    known.words.hashes.astype("<u4").tofile(args.bundle / "vocabulary.bin")
    known.phrases.hashes.astype("<u4").tofile(args.bundle / "phrases.bin")
    write_manifest(args.bundle)
    names = ["tokens", "phrases", "facts"]
    feeds = {name: values.numpy() for name, values in zip(names, example, strict=True)}
    (judged,) = onnxruntime.InferenceSession(path).run(None, feeds)
    difference = np.abs(judged - expected)
    changes = f"{difference.mean():.4f}, at most {difference.max():.4f}"
    print(f"{path.stat().st_size} bytes; packing changes judgements by {changes}")
    # What media-node/clips/search-moments.ts multiplies the scaled judgements with (JUDGE_WEIGHTS, LENGTH_WEIGHT).
    worth, begins, ends, _ = (network.high - network.low).tolist()
    weights = f"begins {begins:.2f}, ends {ends:.2f}, worth {MEAN_WORTH_WEIGHT * worth:.2f}, point {richest:.2f}"
    lengths = judge.length_weights.tolist()
    print(f"utility: {weights}, logarithm of length {lengths[0]:.2f}, its square {lengths[1]:.2f}")


if __name__ == "__main__":
    main()
