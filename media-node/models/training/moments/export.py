"""Writes the bundle: one network that gives the mean of some judges, in half precision, and the hashes of its words.

What has no unit is scaled so that 0 and 1 are what few stretches of marked
conversations fall below or rise above: the program's features are 0 to 1.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from manifest import write_manifest
from marks import Conversation, read_conversations
from network import BEGINS, ENDS, FIRST_KIND, INTEREST, POINT, SKIP, WORTH, Judge, limit_points, load_judge
from spans import list_spans
from tokens import Vocabulary

SCALED = [WORTH, BEGINS, ENDS, INTEREST]
SCALE_PERCENTILES = [0.1, 99.9]
HALVED_FROM = 2000
"""Tensors with so many numbers are stored in half precision."""
OPSET = 17


class MeanJudge(nn.Module):
    """What the bundle gives: columns in network.py's order, scaled; skip and kinds as probabilities."""

    def __init__(self, judges: Sequence[Judge]) -> None:
        super().__init__()
        self.judges = nn.ModuleList(judges)
        self.low, self.high = nn.Parameter(torch.zeros(len(SCALED))), nn.Parameter(torch.ones(len(SCALED)))

    def mean(self, tokens: Tensor, facts: Tensor) -> Tensor:
        return torch.stack([judge(tokens.long(), facts) for judge in self.judges]).mean(0)

    def forward(self, tokens: Tensor, facts: Tensor) -> Tensor:
        mean = self.mean(tokens, facts)
        worth, begins, ends, interest = ((mean[:, SCALED] - self.low) / (self.high - self.low)).split(1, 1)
        point, skip = limit_points(mean[:, POINT : POINT + 1]), torch.sigmoid(mean[:, SKIP : SKIP + 1])
        kinds = torch.softmax(mean[:, FIRST_KIND:], 1)
        return torch.cat([worth, begins, ends, point, skip, interest, kinds], 1)

    def fit_scale(self, conversations: Sequence[Conversation]) -> None:
        """Sets the scale by all stretches of these conversations."""
        values = []
        for conversation in conversations:
            spans = list_spans(conversation)
            mean = self.mean(torch.from_numpy(conversation.tokens), torch.from_numpy(conversation.facts))
            columns = [spans.means(mean[:, WORTH]), mean[spans.first, BEGINS], mean[spans.last, ENDS]]
            values.append(torch.stack([*columns, spans.means(mean[:, INTEREST])], 1))
        low, high = np.percentile(torch.cat(values).numpy(), SCALE_PERCENTILES, axis=0)
        self.low.copy_(torch.from_numpy(low))
        self.high.copy_(torch.from_numpy(high))


def export(network: MeanJudge, example: tuple[Tensor, Tensor], path: Path) -> None:
    names = ["tokens", "facts", "judgements"]
    torch.onnx.export(
        network,
        example,
        path,
        input_names=names[:2],
        output_names=names[2:],
        dynamic_axes={name: {0: "sentences"} for name in names},
        opset_version=OPSET,
        dynamo=False,
    )


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
    parser.add_argument("checkpoints", type=Path, nargs="+", help="judges, of which the mean is taken")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    vocabulary = Vocabulary(np.load(args.work / "vocabulary.npz")["hashes"])
    # All judges were trained on `rest`, so that both kinds of training are scaled alike.
    conversations = read_conversations(args.marks, args.transcripts, vocabulary, ["rest"])
    network = MeanJudge([load_judge(path) for path in args.checkpoints]).eval()
    network.fit_scale(conversations)
    args.bundle.mkdir(parents=True, exist_ok=True)
    path = args.bundle / "model.onnx"
    example = torch.from_numpy(conversations[0].tokens).int(), torch.from_numpy(conversations[0].facts)
    export(network, example, path)
    halve_tensors(path)
    vocabulary.hashes.astype("<u4").tofile(args.bundle / "vocabulary.bin")
    write_manifest(args.bundle)
    inputs = {"tokens": example[0].numpy(), "facts": example[1].numpy()}
    (judgements,) = onnxruntime.InferenceSession(path).run(None, inputs)
    difference = np.abs(judgements - network(*example).numpy()).max()
    print(f"{path.stat().st_size} bytes, at most {difference:.4f} from full precision")


if __name__ == "__main__":
    main()
