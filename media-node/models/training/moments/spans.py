"""The stretches of sentences between which an editor chooses, and which of them were chosen."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from marks import Conversation

MIN_LENGTH_S = 20
MAX_LENGTH_S = 60.5
MIN_OVERLAP = 0.4
"""A stretch that shares less of a mark than this is not that mark."""


@dataclass
class Spans:
    """All stretches of 20 to 60 s of a conversation, from one sentence to another."""

    first: Tensor
    """[spans]: index of the first sentence; `last` is that of the last one."""
    last: Tensor
    starts_s: np.ndarray
    ends_s: np.ndarray
    sentence_s: Tensor
    """[sentences]: length of each sentence."""

    @property
    def lengths_s(self) -> Tensor:
        return torch.from_numpy(self.ends_s - self.starts_s).float().to(self.first.device)

    def sums(self, values: Tensor) -> Tensor:
        """Sums [spans] of values [sentences]."""
        totals = F.pad(values.cumsum(0), (1, 0))
        return totals[self.last + 1] - totals[self.first]

    def means(self, values: Tensor) -> Tensor:
        """Means [spans] of values [sentences], weighed by the sentences' lengths."""
        return self.sums(values * self.sentence_s) / self.sums(self.sentence_s)


def list_spans(conversation: Conversation, device: str = "cpu") -> Spans:
    starts_s, ends_s = conversation.starts_s, conversation.ends_s
    shortest = np.searchsorted(ends_s, starts_s + MIN_LENGTH_S, "left")
    beyond = np.searchsorted(ends_s, starts_s + MAX_LENGTH_S, "right")
    first = np.repeat(np.arange(len(starts_s)), beyond - shortest)
    last = np.concatenate([np.arange(*bounds) for bounds in zip(shortest, beyond, strict=True)])
    sentence_s = torch.from_numpy(ends_s - starts_s).float().to(device)
    pairs = (torch.from_numpy(each).to(device) for each in (first, last))
    return Spans(*pairs, starts_s[first], ends_s[last], sentence_s)


def overlaps(starts_s: np.ndarray, ends_s: np.ndarray, start_s: float, end_s: float) -> np.ndarray:
    """Intersection over union [spans] of stretches with one stretch, 0 to 1."""
    shared = np.minimum(ends_s, end_s) - np.maximum(starts_s, start_s)
    return np.maximum(0, shared) / (np.maximum(ends_s, end_s) - np.minimum(starts_s, start_s))


def chosen_shares(spans: Spans, conversation: Conversation) -> Tensor:
    """How much editors chose each stretch [spans]; the sum is 1. A mark is spread over what is nearly it."""
    chosen = np.zeros(len(spans.starts_s))
    for mark in (mark for marking in conversation.markings for mark in marking):
        overlap = overlaps(spans.starts_s, spans.ends_s, mark.start_s, mark.end_s)
        closeness = np.maximum(0, overlap - MIN_OVERLAP) ** 2
        if closeness.any():
            chosen += mark.weight * closeness / closeness.sum()
    return torch.from_numpy(chosen / chosen.sum()).float()


def take_best(utilities: np.ndarray, spans: Spans, count: int) -> list[int]:
    """The stretches of highest utility of which none overlaps another, best first."""
    taken: list[int] = []
    free = np.ones(len(utilities), bool)
    for index in np.argsort(-utilities):
        if free[index]:
            taken.append(int(index))
            free &= (spans.ends_s <= spans.starts_s[index]) | (spans.starts_s >= spans.ends_s[index])
        if len(taken) == count:
            break
    return taken
