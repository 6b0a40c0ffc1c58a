"""How well trained judges find what editors marked, in conversations that they were not trained on.

Stretches are taken by their utility, without anything else that the program
looks at. A stretch is a hit where an editor's mark shares half of it. Of three
editors each is left out in turn, so that an editor can be measured against the
other two in the same way.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from marks import Conversation, Mark, load_known_texts, read_conversations
from network import INTEREST, Judge, load_judge
from spans import Spans, chosen_shares, list_spans, overlaps, take_best

TAKEN = 8
FIRST_TAKEN = 3
HIT_OVERLAP = 0.5


@dataclass
class Figures:
    """Means over conversations and editors."""

    correlation: float
    """Of `interest` with the editors' grades."""
    loss: float
    """Of stretches: the logarithm of how many equally good ones would be as hard to choose between."""
    hits: float
    """Share of the eight stretches taken."""
    first_hits: float
    """Share of the first three."""

    def __str__(self) -> str:
        hits = f"hits of 8 {self.hits:.3f}, of the first 3 {self.first_hits:.3f}"
        return f"grades {self.correlation:.3f}, loss {self.loss:.3f}, {hits}"


def inputs_of(conversation: Conversation, device: str = "cpu") -> list[Tensor]:
    texts = (conversation.tokens, conversation.phrases, conversation.facts)
    return [torch.from_numpy(each).to(device) for each in texts]


def judge_conversation(judges: Sequence[Judge], inputs: Sequence[Tensor], spans: Spans) -> tuple[Tensor, Tensor]:
    """Means over the judges: interest [sentences] and utilities [spans]."""
    with torch.no_grad():
        judgements = [judge(*inputs) for judge in judges]
        utilities = [judge.utilities(rows, spans) for judge, rows in zip(judges, judgements, strict=True)]
    return torch.stack(judgements)[:, :, INTEREST].mean(0).cpu(), torch.stack(utilities).mean(0).cpu()


def pools_of(conversation: Conversation) -> list[list[Mark]]:
    """Marks that stretches are compared with, without the reserve: of all editors but one, or of the only one."""
    markings = [[mark for mark in marking if mark.weight == 1] for marking in conversation.markings]
    if len(markings) == 1:
        return markings
    return [sum(markings[:left_out] + markings[left_out + 1 :], []) for left_out in range(len(markings))]


def measure(judges: Sequence[Judge], conversations: Sequence[Conversation], device: str = "cpu") -> Figures:
    correlations, losses, hits = [], [], []
    for conversation in conversations:
        spans = list_spans(conversation, device)
        interest, utilities = judge_conversation(judges, inputs_of(conversation, device), spans)
        correlations.append(np.corrcoef(interest, conversation.grades)[0, 1])
        losses.append(-float((F.log_softmax(utilities, 0) * chosen_shares(spans, conversation)).sum()))
        taken = take_best(utilities.numpy(), spans, TAKEN)
        starts_s, ends_s = spans.starts_s[taken], spans.ends_s[taken]
        for pool in pools_of(conversation):
            shared = np.stack([overlaps(starts_s, ends_s, mark.start_s, mark.end_s) for mark in pool])
            hits.append(shared.max(0) >= HIT_OVERLAP)
    first_hits = [row[:FIRST_TAKEN] for row in hits]
    return Figures(
        correlation=float(np.mean(correlations)),
        loss=float(np.mean(losses)),
        hits=float(np.concatenate(hits).mean()),
        first_hits=float(np.concatenate(first_hits).mean()),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("checkpoints", type=Path, nargs="+", help="judges, of which the mean is taken")
    parser.add_argument("--split", default="held", choices=["held", "fit", "rest"])
    args = parser.parse_args()
    torch.set_num_threads(1)
    conversations = read_conversations(args.marks, args.transcripts, load_known_texts(args.work), [args.split])
    print(measure([load_judge(path) for path in args.checkpoints], conversations))


if __name__ == "__main__":
    main()
