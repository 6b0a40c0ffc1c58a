"""Pretrains the judge on conversations that nobody marked, each once.

Four things are asked: which words a sentence has (of its vector, though some
tokens are hidden), which words a hidden sentence has (of what surrounds it),
after which sentences somebody laughs, and where another one begins to speak.
The held conversations are left out.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from corpus import read_corpus, split_sentences
from marks import read_marks
from network import HIDDEN, WIDTH, Judge
from sentences import encode_facts
from tokens import FIRST_KNOWN_ID, FIRST_UNKNOWN_ID, PADDING, Vocabulary

RATE = 2e-3
WARM_UP_STEPS = 100
MAX_SENTENCES = 500
HIDDEN_TOKENS = 0.3
HIDDEN_SENTENCES = 0.15
ASKED_SENTENCES = 0.3
"""Share of sentences whose own words are asked for: all would take twice the time."""
UNKNOWN_TURNS = 0.5
UNKNOWN_TURN, UNKNOWN_GAP = 0.5, 0.125
FREQUENT_COUNT = 60_000
"""Words that are more frequent are not asked for: they say nothing of what is talked about."""
LAUGH_WEIGHT = 8.0

PretrainingText = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Tokens, facts and laughs of the sentences. Phrases are not shown: they would tell the tokens that are hidden."""


def hide(tokens: np.ndarray, facts: np.ndarray, hidden: np.ndarray, rng: np.random.Generator) -> None:
    """Makes tokens unknown, all of them in sentences that are `hidden` [n]; changes both arrays."""
    unread = (rng.random(tokens.shape) < HIDDEN_TOKENS) | hidden[:, None]
    tokens[unread & (tokens != PADDING)] = FIRST_UNKNOWN_ID
    facts[hidden, 2] = 0


class Pretraining(nn.Module):
    """The judge with heads for the four questions."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self.judge = judge
        self.own_words = nn.Linear(HIDDEN, WIDTH)
        self.hidden_words = nn.Linear(2 * HIDDEN, WIDTH)
        self.laughs_and_turns = nn.Linear(2 * HIDDEN, 2)

    def miss_of_words(self, vectors: Tensor, sentences: np.ndarray, tokens: np.ndarray, asked: np.ndarray) -> Tensor:
        """Mean negative log likelihood of the asked tokens [n, t] of some sentences, by vectors [sentences, WIDTH]."""
        rows, places = np.nonzero(asked[sentences])
        if len(rows) == 0:
            return vectors.sum() * 0
        logits = F.log_softmax(vectors @ self.judge.words.weight[FIRST_KNOWN_ID:].t(), 1)
        return -logits[rows, tokens[sentences][rows, places] - FIRST_KNOWN_ID].mean()

    def forward(self, conversation: PretrainingText, frequent: np.ndarray, rng: np.random.Generator) -> Tensor:
        """Losses [4] of one conversation; `frequent` [ids] says which words are not asked for."""
        tokens, facts, laughs = conversation
        count = len(tokens)
        shown, shown_facts = tokens.copy(), facts.copy()
        hidden = rng.random(count) < HIDDEN_SENTENCES
        hide(shown, shown_facts, hidden, rng)
        turns_unknown = rng.random() < UNKNOWN_TURNS
        if turns_unknown:
            shown_facts[:, 0], shown_facts[:, 1] = UNKNOWN_TURN, UNKNOWN_GAP
        sentences = self.judge.read_sentences(torch.from_numpy(shown), torch.from_numpy(shown_facts))
        both = torch.cat([self.judge.read_surroundings(sentences), sentences], 1)
        asked = ~frequent[tokens]
        own = np.flatnonzero(~hidden & (rng.random(count) < ASKED_SENTENCES))
        others = np.flatnonzero(hidden)
        answers = self.laughs_and_turns(both)
        laughed = F.binary_cross_entropy_with_logits(
            answers[:, 0], torch.from_numpy(laughs).float(), pos_weight=torch.tensor(LAUGH_WEIGHT)
        )
        turned = F.binary_cross_entropy_with_logits(answers[:, 1], torch.from_numpy(facts[:, 0]))
        return torch.stack(
            [
                self.miss_of_words(self.own_words(sentences[own]), own, tokens, asked),
                self.miss_of_words(self.hidden_words(both[others]), others, tokens, asked),
                laughed,
                turned * turns_unknown,
            ]
        )


def encode_conversation(turns: Sequence[str], vocabulary: Vocabulary, rng: np.random.Generator) -> PretrainingText:
    """A random part of a conversation, all of it where it is short."""
    sentences, laughs = split_sentences(turns)
    first = rng.integers(max(0, len(sentences) - MAX_SENTENCES) + 1)
    part = slice(first, first + MAX_SENTENCES)
    tokens = vocabulary.encode(sentence.text for sentence in sentences[part])
    return tokens, encode_facts(sentences)[part], laughs[part]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path, help="test/data/moments, for the names of the held conversations")
    parser.add_argument("--conversations", type=int, help="of a trial: so many only")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    known = np.load(args.work / "vocabulary.npz")
    vocabulary = Vocabulary(known["hashes"])
    frequent = np.append(np.ones(FIRST_KNOWN_ID, bool), known["counts"] >= FREQUENT_COUNT)
    held = {marked["conversation"] for marked in read_marks(args.marks, ["held"])}
    corpus = [turns for name, turns in read_corpus(args.work) if name not in held]
    phrases = np.load(args.work / "phrases.npy")
    judge = Judge(len(vocabulary.hashes), len(phrases), dropout=0.2)
    judge.start_from(known["vectors"])
    pretraining = Pretraining(judge)
    for table in (judge.phrases, judge.phrase_columns):
        table.requires_grad_(False)
    learning = [each for each in pretraining.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(learning, RATE, weight_decay=0.01)
    started, order, recent = time.monotonic(), rng.permutation(len(corpus))[: args.conversations], []
    for step, index in enumerate(order):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, step / WARM_UP_STEPS) * (1 - 0.95 * step / len(order))
        losses = pretraining(encode_conversation(corpus[index], vocabulary, rng), frequent, rng)
        optimizer.zero_grad()
        losses.sum().backward()
        nn.utils.clip_grad_norm_(learning, 1.0)
        optimizer.step()
        recent.append(losses.detach().numpy())
        if len(recent) == 100 or step + 1 == len(order):
            mean = np.mean(recent, 0).round(3)
            print(f"{time.monotonic() - started:.0f} s, step {step + 1}, losses {mean}", flush=True)
            recent.clear()
    torch.save(judge.state_dict(), args.work / "pretrained.pt")


if __name__ == "__main__":
    main()
