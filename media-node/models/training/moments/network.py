"""The judge: a network that reads all sentences of a conversation, each in its surroundings.

A sentence is read by a convolution over its tokens, pooled by attention, and by
its phrases; what surrounds it by gated convolutions over sentences, dilated as in
WaveNet (van den Oord et al. 2016), which see 15 sentences to either side. Beside
this each phrase has a say of its own in every judgement, as in a linear model
(Cheng et al. 2016, wide and deep): what many conversations have taught of a
phrase need not pass through the layers.
"""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from marks import KINDS
from sentences import FACTS
from spans import Spans
from tokens import FIRST_KNOWN_ID, FIRST_PHRASE_ID, PADDING

WIDTH = 64
HIDDEN = 96
ATTENTIONS = 4
DILATIONS = (1, 2, 4, 8)
WORD_DROPOUT = 0.15
PHRASE_WIDTH = 16
PHRASE_DROPOUT = 0.6
NEARBY = (0.06, 0.1, 0.16, 0.22, 0.3, 0.22, 0.16, 0.1, 0.06)
"""How much the phrases of a sentence and of its neighbours say of it, before training."""
OWN_SHARE = 0.5
WORTH_OF_INTEREST = 0.5
"""How much of its worth a sentence has from its interest, before training."""
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
    """Knows so many words by themselves, others share ids; and so many phrases."""

    def __init__(self, words: int, phrases: int, dropout: float = 0) -> None:
        super().__init__()
        self.words = nn.Embedding(FIRST_KNOWN_ID + words, WIDTH, padding_idx=PADDING)
        self.neighbours = nn.Conv1d(WIDTH, HIDDEN, 3, padding=1)
        self.attention = nn.Conv1d(HIDDEN, ATTENTIONS, 1)
        self.sentence = nn.Linear(2 * HIDDEN + WIDTH + FACTS, HIDDEN)
        self.phrases = nn.Embedding(FIRST_PHRASE_ID + phrases, PHRASE_WIDTH, padding_idx=PADDING)
        self.phrased = nn.Linear(PHRASE_WIDTH, HIDDEN)
        self.surroundings = nn.ModuleList(
            nn.Conv1d(HIDDEN, 2 * HIDDEN, 3, padding=dilation, dilation=dilation) for dilation in DILATIONS
        )
        self.columns = nn.Linear(2 * HIDDEN, COLUMNS)
        self.phrase_columns = nn.Embedding(FIRST_PHRASE_ID + phrases, COLUMNS, padding_idx=PADDING)
        self.nearby = nn.Parameter(torch.tensor(NEARBY))
        self.worth_of_interest = nn.Parameter(torch.tensor(WORTH_OF_INTEREST))
        self.length_weights = nn.Parameter(torch.zeros(2))
        self.dropout, self.word_dropout = nn.Dropout(dropout), nn.Dropout(WORD_DROPOUT)
        with torch.no_grad():
            self.phrases.weight.normal_(std=0.02)
            self.phrases.weight[PADDING] = 0
            self.phrase_columns.weight.zero_()

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
        states = F.gelu(self.neighbours(words)) * present
        shares = torch.softmax(self.attention(states) + (present - 1) * MASKED, 2)
        count, length = tokens.shape
        groups = states.reshape(count, ATTENTIONS, HIDDEN // ATTENTIONS, length)
        attended = (groups * shares.unsqueeze(2)).sum(3).reshape(count, HIDDEN)
        strongest = (states + (present - 1) * MASKED).amax(2).clamp(min=0)
        mean = words.sum(2) / present.sum(2).clamp(min=1)
        return F.gelu(self.sentence(self.dropout(torch.cat([attended, strongest, mean, facts], 1))))

    def read_phrases(self, phrases: Tensor) -> Tensor:
        """Phrases [n, SENTENCE_PHRASES] to what they add to sentences [n, HIDDEN]."""
        known = (phrases != PADDING).float().sum(1, keepdim=True).clamp(min=1)
        return F.gelu(self.phrased(self.phrases(phrases).sum(1) / known.sqrt()))

    def read_surroundings(self, sentences: Tensor) -> Tensor:
        """Sentences [n, HIDDEN] of one conversation, in order, to the same with what surrounds them."""
        state = self.dropout(sentences).t().unsqueeze(0)
        for layer in self.surroundings:
            values, gates = layer(state).chunk(2, 1)
            state = state + self.dropout(torch.tanh(values) * torch.sigmoid(gates))
        return state[0].t()

    def say_of_phrases(self, phrases: Tensor) -> Tensor:
        """What the phrases of each sentence and of its neighbours say by themselves [n, COLUMNS]."""
        own = self.phrase_columns(phrases).sum(1)
        around = F.conv1d(own.t().unsqueeze(1), self.nearby.view(1, 1, -1), padding=len(NEARBY) // 2)
        return around.squeeze(1).t() + OWN_SHARE * own

    def forward(self, tokens: Tensor, phrases: Tensor, facts: Tensor) -> Tensor:
        """Raw judgements [n, COLUMNS]."""
        said = phrases
        if self.training:
            said = phrases.masked_fill(torch.rand(phrases.shape) < PHRASE_DROPOUT, PADDING)
        sentences = self.read_sentences(tokens, facts) + self.read_phrases(said)
        surroundings = self.read_surroundings(sentences)
        deep = self.columns(torch.cat([self.dropout(surroundings), self.dropout(sentences)], 1))
        wide = self.say_of_phrases(said) / (1 - PHRASE_DROPOUT if self.training else 1)
        both = deep + wide
        worth = both[:, WORTH : WORTH + 1] + self.worth_of_interest * both[:, INTEREST : INTEREST + 1]
        return torch.cat([worth, both[:, WORTH + 1 :]], 1)

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
    words = len(weights["words.weight"]) - FIRST_KNOWN_ID
    judge = Judge(words, len(weights["phrases.weight"]) - FIRST_PHRASE_ID)
    judge.load_state_dict(weights)
    return judge.eval()
