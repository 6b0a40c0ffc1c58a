"""Writes the bundle: the network, and the hashes of its words and phrases.

Tables of words and phrases are stored in eight bits with a scale for each column,
and their rows are widened as they are read; the reader's matrices in eight bits
with a scale for each column, and what they are multiplied with is rounded to eight
bits as well; other large tensors in half precision. What has no unit is scaled so
that 0 and 1 are what few stretches of marked conversations fall below or rise
above: the program's features are 0 to 1.
"""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import InferenceSession
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from fused import DOMAIN, DOMAIN_VERSION, fuse
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
from titles import TitleRater, load_rater

SCALED = [WORTH, BEGINS, ENDS, INTEREST]
SCALE_PERCENTILES = [0.1, 99.9]
LARGEST_STEP = 127
HALVED_FROM = 2000
"""Tensors with so many numbers are stored in half precision."""
OPSET = 17
OUTPUTS = ["judgements", "titles"]


class PackedTable(nn.Module):
    """An embedding in eight bits."""

    def __init__(self, table: nn.Embedding) -> None:
        super().__init__()
        scale = table.weight.abs().amax(0) / LARGEST_STEP + 1e-12
        self.register_buffer("scale", scale)
        self.register_buffer("steps", torch.round(table.weight / scale).to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        return self.steps[ids].float() * self.scale


def pack_tables(judge: Judge, rater: TitleRater) -> None:
    """Of both, which share the words; their readers become such as are exported."""
    words = PackedTable(judge.reader.words)
    for each in (judge, rater):
        each.reader = fuse(each.reader)
        each.reader.words = words
    judge.phrases, judge.phrase_columns = PackedTable(judge.phrases), PackedTable(judge.phrase_columns)


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


class BundledNetwork(nn.Module):
    """What is exported: of each sentence its judgements [n, COLUMNS], and what its words are worth in a title."""

    def __init__(self, judge: ScaledJudge, rater: TitleRater) -> None:
        super().__init__()
        self.judge, self.titles = judge, rater

    def forward(self, tokens: Tensor, phrases: Tensor, facts: Tensor) -> tuple[Tensor, Tensor]:
        return self.judge(tokens, phrases, facts), self.titles(tokens.long(), facts[:, 0]).flatten(1)


def export(network: BundledNetwork, example: Sequence[Tensor], path: Path) -> None:
    names = ["tokens", "phrases", "facts", *OUTPUTS]
    torch.onnx.export(
        network,
        tuple(example),
        path,
        input_names=names[:3],
        output_names=names[3:],
        dynamic_axes={name: {0: "sentences"} for name in names},
        opset_version=OPSET,
        custom_opsets={DOMAIN: DOMAIN_VERSION},
        dynamo=False,
    )


def share_tensors(path: Path) -> None:
    """Lets both readers read the same tensors: the exporter hands the second one copies, which are not packed."""
    model = onnx.load(path)
    graph = model.graph
    stored = {tensor.name for tensor in graph.initializer}
    copies = [node for node in graph.node if node.op_type == "Identity" and node.input[0] in stored]
    shared = {node.output[0]: node.input[0] for node in copies}
    for node in copies:
        graph.node.remove(node)
    for node in graph.node:
        for index, name in enumerate(node.input):
            node.input[index] = shared.get(name, name)
    onnx.save(model, path)


def pack_matrices(path: Path) -> None:
    """Stores the reader's matrices in eight bits, so that they are multiplied in eight bits; not what adapts them."""
    graph = onnx.load(path).graph
    stored = {tensor.name for tensor in graph.initializer}
    layers = [node for node in graph.node if node.op_type == "MatMul" and "/layers." in node.name]
    matrices = [node.name for node in layers if node.input[1] in stored and not re.search("/(down|up)/", node.name)]
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


def needed_for(graph: onnx.GraphProto, output: str) -> set[str]:
    """Names of the nodes, by their first output, that an output of the graph needs."""
    makers = {name: node for node in graph.node for name in node.output}
    needed: set[str] = set()
    asked = [output]
    while asked:
        node = makers.get(asked.pop())
        if node is not None and node.output[0] not in needed:
            needed.add(node.output[0])
            asked += node.input
    return needed


def part_outputs(path: Path) -> None:
    """Makes one output of both, as the input `asks_titles` says: ONNX Runtime computes all outputs, whichever is wanted."""
    model = onnx.load(path)
    graph = model.graph
    stored = {tensor.name for tensor in graph.initializer}
    needed = {name: needed_for(graph, name) for name in OUTPUTS}

    def branch(wanted: str, other: str) -> onnx.GraphProto:
        # Tensors are cast once, when the network is opened, only where that stands outside of the branches.
        own = [
            node
            for node in graph.node
            if node.output[0] in needed[wanted] - needed[other] and not stored.issuperset(node.input)
        ]
        shape = next(each for each in graph.output if each.name == wanted)
        nodes = [onnx.NodeProto.FromString(node.SerializeToString()) for node in own]
        for node in own:
            graph.node.remove(node)
        return helper.make_graph(nodes, wanted, [], [shape])

    judged, titles = branch("judgements", "titles"), branch("titles", "judgements")
    graph.node.append(helper.make_node("If", ["asks_titles"], ["said"], then_branch=titles, else_branch=judged))
    graph.input.append(helper.make_tensor_value_info("asks_titles", TensorProto.BOOL, [1]))
    del graph.output[:], graph.value_info[:]
    graph.output.append(helper.make_tensor_value_info("said", TensorProto.FLOAT, ["sentences", "columns"]))
    onnx.save(model, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("checkpoint", type=Path, help="the judge")
    parser.add_argument("titles", type=Path, help="the rater of titles")
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
    rater = load_rater(judge, args.titles)
    bundled = BundledNetwork(network, rater)
    expected = [each.numpy() for each in bundled(*example)]
    pack_tables(judge, rater)
    export(bundled, example, path)
    share_tensors(path)
    pack_matrices(path)
    halve_tensors(path)
    part_outputs(path)
    known.words.hashes.astype("<u4").tofile(args.bundle / "vocabulary.bin")
    known.phrases.hashes.astype("<u4").tofile(args.bundle / "phrases.bin")
    write_manifest(args.bundle)
    names = ["tokens", "phrases", "facts"]
    feeds = {name: values.numpy() for name, values in zip(names, example, strict=True)}
    print(f"{path.stat().st_size} bytes")
    session = InferenceSession(path)
    for name, exact in zip(OUTPUTS, expected, strict=True):
        (packed,) = session.run(None, {**feeds, "asks_titles": np.array([name == "titles"])})
        difference = np.abs(packed - exact)
        print(f"packing changes {name} by {difference.mean():.4f}, at most {difference.max():.4f}")
    # What media-node/clips/moments/judged-utility.ts multiplies the scaled judgements with (JUDGE_WEIGHTS, LENGTH_WEIGHT).
    worth, begins, ends, _ = (network.high - network.low).tolist()
    weights = f"begins {begins:.2f}, ends {ends:.2f}, worth {MEAN_WORTH_WEIGHT * worth:.2f}, point {richest:.2f}"
    lengths = judge.length_weights.tolist()
    print(f"utility: {weights}, logarithm of length {lengths[0]:.2f}, its square {lengths[1]:.2f}")


if __name__ == "__main__":
    main()
