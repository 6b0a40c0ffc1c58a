"""The judge: a network that reads all sentences of a conversation, each in its surroundings.

A transformer reads their tokens (reader.py); a sentence is what it says before
its first token and, pooled by attention, of its tokens, and its phrases. What
surrounds it is read by gated convolutions over sentences, dilated as in WaveNet
(van den Oord et al. 2016), which see 15 sentences to either side. Beside this
each phrase has a say of its own in every judgement, as in a linear model (Cheng
et al. 2016, wide and deep): what many conversations have taught of a phrase need
not pass through the layers.
"""

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from marks import KINDS
from reader import MASKED, Reader
from sentences import FACTS
from spans import Spans
from tokens import FIRST_PHRASE_ID, PADDING

HIDDEN = 128
ATTENTIONS = 4
DILATIONS = (1, 2, 4, 8)
PHRASE_WIDTH = 16
PHRASE_DROPOUT = 0.6
NEARBY = (0.06, 0.1, 0.16, 0.22, 0.3, 0.22, 0.16, 0.1, 0.06)
"""How much the phrases of a sentence and of its neighbours say of it, before training."""
OWN_SHARE = 0.5
WORTH, BEGINS, ENDS, POINT, SKIP, INTEREST = range(6)
FIRST_KIND = 6
COLUMNS = FIRST_KIND + len(KINDS)
POINT_LIMIT = 4
"""Points lie between minus and plus this: no single sentence may count for all others."""
MEAN_WORTH_WEIGHT = 2
"""Of a stretch's mean worth in its utility."""
TYPICAL_LENGTH_S = 35


def limit_points(points: Tensor) -> Tensor:
    return POINT_LIMIT * torch.tanh(points / POINT_LIMIT)


def log_points(judgements: Tensor, spans: Spans) -> Tensor:
    """Logarithm of the summed points of each stretch [spans]."""
    return torch.log(spans.sums(torch.exp(limit_points(judgements[:, POINT]))).clamp(min=1e-4))


class Judge(nn.Module):
    """Of a reader, with so many phrases."""

    def __init__(self, reader: Reader, phrases: int, dropout: float = 0) -> None:
        super().__init__()
        self.reader = reader
        width = reader.words.embedding_dim
        self.attention = nn.Linear(width, ATTENTIONS)
        self.sentence = nn.Linear(2 * width + FACTS, HIDDEN)
        self.phrases = nn.Embedding(FIRST_PHRASE_ID + phrases, PHRASE_WIDTH, padding_idx=PADDING)
        self.phrased = nn.Linear(PHRASE_WIDTH, HIDDEN)
        self.surroundings = nn.ModuleList(
            nn.Conv1d(HIDDEN, 2 * HIDDEN, 3, padding=dilation, dilation=dilation) for dilation in DILATIONS
        )
        self.columns = nn.Linear(2 * HIDDEN, COLUMNS)
        self.phrase_columns = nn.Embedding(FIRST_PHRASE_ID + phrases, COLUMNS, padding_idx=PADDING)
        self.nearby = nn.Parameter(torch.tensor(NEARBY))
        self.length_weights = nn.Parameter(torch.zeros(2))
        self.dropout = nn.Dropout(dropout)
        with torch.no_grad():
            self.phrases.weight.normal_(std=0.02)
            self.phrases.weight[PADDING] = 0
            self.phrase_columns.weight.zero_()

    def read_sentences(self, tokens: Tensor, facts: Tensor) -> Tensor:
        """Tokens [n, SENTENCE_TOKENS] and facts [n, FACTS] of one conversation to its sentences [n, HIDDEN]."""
        states, present = self.reader.read_tokens(tokens, facts[:, 0])
        absent = (~present).to(states.dtype).unsqueeze(2)
        shares = torch.softmax(self.attention(states) + absent * MASKED, 1)
        count, length, width = states.shape
        groups = states.reshape(count, length, ATTENTIONS, width // ATTENTIONS)
        attended = (groups * shares.unsqueeze(3)).sum(1).reshape(count, width)
        return F.gelu(self.sentence(self.dropout(torch.cat([states[:, 0], attended, facts], 1))))

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
            said = phrases.masked_fill(torch.rand(phrases.shape, device=phrases.device) < PHRASE_DROPOUT, PADDING)
        sentences = self.read_sentences(tokens, facts) + self.read_phrases(said)
        surroundings = self.read_surroundings(sentences)
        deep = self.columns(torch.cat([self.dropout(surroundings), self.dropout(sentences)], 1))
        wide = self.say_of_phrases(said) / (1 - PHRASE_DROPOUT if self.training else 1)
        return deep + wide

    def utilities(self, judgements: Tensor, spans: Spans) -> Tensor:
        """How likely an editor is to choose each stretch [spans], up to a constant."""
        length = torch.log(spans.lengths_s / TYPICAL_LENGTH_S)
        return (
            judgements[spans.first, BEGINS]
            + judgements[spans.last, ENDS]
            + MEAN_WORTH_WEIGHT * spans.means(judgements[:, WORTH])
            + log_points(judgements, spans)
            + self.length_weights[0] * length
            + self.length_weights[1] * length**2
        )


def load_judge(path: Path) -> Judge:
    """A trained judge, for use."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    reader = Reader(**saved["reader"])
    judge = Judge(reader, len(saved["weights"]["phrases.weight"]) - FIRST_PHRASE_ID)
    judge.load_state_dict(saved["weights"])
    return judge.eval()
