"""The judge: a network that reads all sentences of a conversation, each in its surroundings.

A sentence is read by a convolution over its tokens, pooled by attention; what
surrounds it by gated convolutions over sentences, dilated as in WaveNet (van
den Oord et al. 2016), which see 15 sentences to either side.
"""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from marks import KINDS
from sentences import FACTS
from spans import Spans
from tokens import FIRST_KNOWN_ID, PADDING

WIDTH = 64
HIDDEN = 96
ATTENTIONS = 4
DILATIONS = (1, 2, 4, 8)
WORD_DROPOUT = 0.15
WORTH, BEGINS, ENDS, POINT, SKIP, INTEREST = range(6)
FIRST_KIND = 6
COLUMNS = FIRST_KIND + len(KINDS)
POINT_LIMIT = 4
"""Points lie between minus and plus this: no single sentence may count for all others."""
TYPICAL_LENGTH_S = 35
MASKED = 1e4


def limit_points(points: Tensor) -> Tensor:
    return POINT_LIMIT * torch.tanh(points / POINT_LIMIT)


class Judge(nn.Module):
    """Knows so many words by themselves; others share ids."""

    def __init__(self, words: int, dropout: float = 0) -> None:
        super().__init__()
        self.words = nn.Embedding(FIRST_KNOWN_ID + words, WIDTH, padding_idx=PADDING)
        self.phrases = nn.Conv1d(WIDTH, HIDDEN, 3, padding=1)
        self.attention = nn.Conv1d(HIDDEN, ATTENTIONS, 1)
        self.sentence = nn.Linear(2 * HIDDEN + WIDTH + FACTS, HIDDEN)
        self.surroundings = nn.ModuleList(
            nn.Conv1d(HIDDEN, 2 * HIDDEN, 3, padding=dilation, dilation=dilation) for dilation in DILATIONS
        )
        self.columns = nn.Linear(2 * HIDDEN, COLUMNS)
        self.length_weights = nn.Parameter(torch.zeros(2))
        self.dropout, self.word_dropout = nn.Dropout(dropout), nn.Dropout(WORD_DROPOUT)

    def start_from(self, vectors: np.ndarray) -> None:
        """Takes word vectors of length 1 [words, WIDTH or more]; ids of unknown words start at random."""
        with torch.no_grad():
            self.words.weight.normal_(std=0.1)
            self.words.weight[FIRST_KNOWN_ID:] = torch.from_numpy(vectors[:, :WIDTH]) * WIDTH**0.5 / 4
            self.words.weight[PADDING] = 0

    def read_sentences(self, tokens: Tensor, facts: Tensor) -> Tensor:
        """Tokens [n, SENTENCE_TOKENS] and facts [n, FACTS] to sentences [n, HIDDEN], each by itself."""
        present = (tokens != PADDING).float().unsqueeze(1)
        words = self.word_dropout(self.words(tokens)).transpose(1, 2) * present
        phrases = F.gelu(self.phrases(words)) * present
        shares = torch.softmax(self.attention(phrases) + (present - 1) * MASKED, 2)
        count, length = tokens.shape
        groups = phrases.reshape(count, ATTENTIONS, HIDDEN // ATTENTIONS, length)
        attended = (groups * shares.unsqueeze(2)).sum(3).reshape(count, HIDDEN)
        strongest = (phrases + (present - 1) * MASKED).amax(2).clamp(min=0)
        mean = words.sum(2) / present.sum(2).clamp(min=1)
        return F.gelu(self.sentence(self.dropout(torch.cat([attended, strongest, mean, facts], 1))))

    def read_surroundings(self, sentences: Tensor) -> Tensor:
        """Sentences [n, HIDDEN] of one conversation, in order, to the same with what surrounds them."""
        state = self.dropout(sentences).t().unsqueeze(0)
        for layer in self.surroundings:
            values, gates = layer(state).chunk(2, 1)
            state = state + self.dropout(torch.tanh(values) * torch.sigmoid(gates))
        return state[0].t()

    def forward(self, tokens: Tensor, facts: Tensor) -> Tensor:
        """Raw judgements [n, COLUMNS]."""
        sentences = self.read_sentences(tokens, facts)
        surroundings = self.read_surroundings(sentences)
        return self.columns(torch.cat([self.dropout(surroundings), self.dropout(sentences)], 1))

    def utilities(self, judgements: Tensor, spans: Spans) -> Tensor:
        """How gladly an editor would take each stretch [spans], up to a constant."""
        points = torch.log(spans.sums(torch.exp(limit_points(judgements[:, POINT]))).clamp(min=1e-4))
        length = torch.log(spans.lengths_s / TYPICAL_LENGTH_S)
        return (
            judgements[spans.first, BEGINS]
            + judgements[spans.last, ENDS]
            + 2 * spans.means(judgements[:, WORTH])
            + points
            + self.length_weights[0] * length
            + self.length_weights[1] * length**2
        )


def load_judge(path: Path) -> Judge:
    """A trained judge, for use."""
    weights = torch.load(path, weights_only=True)
    judge = Judge(len(weights["words.weight"]) - FIRST_KNOWN_ID)
    judge.load_state_dict(weights)
    return judge.eval()
