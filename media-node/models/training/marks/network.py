"""The network: gated convolutions over words that say of each which mark follows it, and how it is written."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from words import ENDING_IDS

MARKS, CASES = 4, 3
EMBEDDING, WIDTH = 64, 160
DILATIONS = [1, 1, 2, 4, 8, 1, 2, 4]


class GatedBlock(nn.Module):
    """A convolution over three words, so many apart, with a gate; what it finds is added."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.dilation = dilation
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(3 * width, 2 * width)

    def forward(self, states: Tensor) -> Tensor:
        padded = functional.pad(self.norm(states), (0, 0, self.dilation, self.dilation))
        length = states.shape[1]
        taps = [padded[:, tap * self.dilation : tap * self.dilation + length] for tap in range(3)]
        values, gates = self.mix(torch.cat(taps, -1)).chunk(2, -1)
        return states + values * torch.sigmoid(gates)


class MarkNetwork(nn.Module):
    """Ids [batch, words] of words and of their endings → logits [batch, words, MARKS + CASES]."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, EMBEDDING, padding_idx=0)
        self.endings = nn.Embedding(ENDING_IDS, EMBEDDING, padding_idx=0)
        self.widen = nn.Linear(EMBEDDING, WIDTH)
        self.blocks = nn.ModuleList(GatedBlock(WIDTH, dilation) for dilation in DILATIONS)
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, MARKS + CASES)
        self.dropout = nn.Dropout(0.1)
        for table in (self.words, self.endings):
            nn.init.normal_(table.weight, std=0.5)

    def forward(self, words: Tensor, endings: Tensor) -> Tensor:
        states = self.widen(self.dropout(self.words(words) + self.endings(endings)))
        for block in self.blocks:
            states = block(states)
        return self.head(self.dropout(self.norm(states)))
