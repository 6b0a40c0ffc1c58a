"""What the words of a clip are worth in its title, learned from what editors chose among whole clauses.

The judge's reader reads the clip once more with weights of its own, which are the judge's and a product of two narrow
matrices beside each (low-rank adaptation, Hu et al. 2022): a second reader would not fit into the bundle. A clause is
rated by four numbers of its tokens: how likely a title is to begin with the first one, end with the last one, have all of
them inside, and be of this sentence. Editors' grades are known for some clauses of each clip: the best one, others
nearly as good, so-so, and those that nobody would post. Beside it counts what the rules of the program say of them
(media-node/clips/titles/title-strength.ts), which the marks hold.
"""

import copy
from pathlib import Path

import torch
from torch import Tensor, nn

from network import Judge
from reader import Layer, Reader

COLUMNS = 4
ROW, OPENS, CLOSES, INSIDE = range(COLUMNS)
RANK = 16
ADAPTED = ("attended", "joined", "widened", "narrowed")
REFUSED_SHARE = 0.5
"""How much what nobody would post counts against what is chosen."""


class Adapted(nn.Module):
    """A matrix that stays as it is, and what is learned beside it."""

    def __init__(self, matrix: nn.Linear) -> None:
        super().__init__()
        self.matrix = matrix
        self.down = nn.Linear(matrix.in_features, RANK, bias=False)
        self.up = nn.Linear(RANK, matrix.out_features, bias=False)
        nn.init.normal_(self.down.weight, std=matrix.in_features**-0.5)
        nn.init.zeros_(self.up.weight)

    def forward(self, states: Tensor) -> Tensor:
        return self.matrix(states) + self.up(self.down(states))


def adapt_layer(layer: Layer, dropout: float) -> Layer:
    adapted = copy.copy(layer)
    adapted._modules = dict(layer._modules)
    for name in ("before_attention", "before_forward"):
        setattr(adapted, name, copy.deepcopy(getattr(layer, name)))
    for name in ADAPTED:
        setattr(adapted, name, Adapted(getattr(layer, name)))
    adapted.dropout = nn.Dropout(dropout)
    return adapted


def adapt_reader(reader: Reader, dropout: float) -> Reader:
    """Shares the words and the matrices of a trained reader."""
    adapted = copy.copy(reader)
    adapted._modules = dict(reader._modules)
    adapted.layers = nn.ModuleList(adapt_layer(layer, dropout) for layer in reader.layers)
    adapted.last = copy.deepcopy(reader.last)
    return adapted


def is_learned(name: str) -> bool:
    """Whether a weight is the rater's own, not the judge's."""
    return "words." not in name and ".matrix." not in name


class TitleRater(nn.Module):
    """Of a trained judge."""

    def __init__(self, judge: Judge, dropout: float = 0) -> None:
        super().__init__()
        self.reader = adapt_reader(judge.reader, dropout)
        width = self.reader.words.embedding_dim
        self.chosen, self.refused = nn.Linear(width, COLUMNS, bias=False), nn.Linear(width, COLUMNS, bias=False)

    def forward(self, tokens: Tensor, turns: Tensor) -> Tensor:
        """Rows of one clip [n, SENTENCE_TOKENS] to ratings [n, 1 + SENTENCE_TOKENS, COLUMNS]."""
        states, _ = self.reader.read_tokens(tokens, turns)
        return self.chosen(states) - REFUSED_SHARE * self.refused(states)

    def learned(self) -> dict[str, Tensor]:
        """All weights that are not the judge's."""
        return {name: value for name, value in self.state_dict().items() if is_learned(name)}


def load_rater(judge: Judge, path: Path) -> TitleRater:
    """A trained rater, for use."""
    rater = TitleRater(judge)
    missing, unexpected = rater.load_state_dict(torch.load(path, map_location="cpu", weights_only=True), strict=False)
    if unexpected or any(is_learned(name) for name in missing):
        raise ValueError(f"{path} is no rater of titles")
    return rater.eval()
