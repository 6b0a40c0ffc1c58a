"""Trains the judge on what editors marked, from the pretrained one.

The loss of a conversation is that of a conditional logit (McFadden 1974): which
of all stretches were chosen, by their utilities. Beside it the judge learns the
editors' grades, what they would never post, and the kinds of what they would.
Those that several editors marked, and `rest`, are never trained on: the
multipliers of virality-en are fitted to `fit` and `rest` (bench/moments/fit-multipliers.ts),
`fit` is measured after each epoch, and `held` is for the figures alone. The moving
average of the weights is what gets saved.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.optim.swa_utils import AveragedModel

from marks import FURTHER, Conversation, load_known_texts, read_conversations
from measure import measure
from network import FIRST_KIND, INTEREST, SKIP, Judge
from spans import Spans, chosen_shares, list_spans
from tokens import FIRST_UNKNOWN_ID, PADDING

TRAINED_SPLITS = [FURTHER]
RATE = 2e-3
HIDDEN_TOKENS = 0.15
UNMARKED = 0.15
UNKNOWN_TURNS = 0.3
PUNCTUATED = 3
"""The column of facts that says whether there is any punctuation."""
UNKNOWN_TURN, MAX_UNKNOWN_GAP = 0.5, 0.13
AVERAGE_DECAY = 0.997
PHRASE_RATE = 4e-4
PHRASE_DECAY = 0.2
"""Of the weights of phrases, against what few conversations have taught of them."""
LOSS_WEIGHTS = torch.tensor([1.0, 3.0, 0.5, 0.2])
"""Of stretches, grades, skip and kinds."""


def augment(conversation: Conversation, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Tokens, phrases and facts; some tokens unknown, and now and then who speaks, or all punctuation."""
    tokens, phrases, facts = conversation.tokens.copy(), conversation.phrases, conversation.facts.copy()
    if rng.random() < UNMARKED:
        tokens, phrases = conversation.unmarked_tokens.copy(), conversation.unmarked_phrases
        facts[:, 0], facts[:, PUNCTUATED] = UNKNOWN_TURN, 0
    if rng.random() < UNKNOWN_TURNS:
        facts[:, 0], facts[:, 1] = UNKNOWN_TURN, np.minimum(facts[:, 1], MAX_UNKNOWN_GAP)
    tokens[(rng.random(tokens.shape) < HIDDEN_TOKENS) & (tokens != PADDING)] = FIRST_UNKNOWN_ID
    return torch.from_numpy(tokens), torch.from_numpy(phrases), torch.from_numpy(facts)


def losses_of(judge: Judge, judgements: Tensor, conversation: Conversation, spans: Spans, chosen: Tensor) -> Tensor:
    """Losses [4] of one conversation, in the order of LOSS_WEIGHTS."""
    kinds = torch.from_numpy(conversation.kinds)
    marked = kinds.sum(1) > 0
    shares = kinds[marked] / kinds[marked].sum(1, keepdim=True)
    return torch.stack(
        [
            -(F.log_softmax(judge.utilities(judgements, spans), 0) * chosen).sum(),
            F.mse_loss(judgements[:, INTEREST], torch.from_numpy(conversation.grades)),
            F.binary_cross_entropy_with_logits(judgements[:, SKIP], torch.from_numpy(conversation.skip)),
            -(F.log_softmax(judgements[marked, FIRST_KIND:], 1) * shares).sum(1).mean(),
        ]
    )


def parameter_groups(judge: Judge) -> list[dict]:
    """Words learn at half the rate: they come from pretraining, and each is seen seldom; phrases more slowly still."""
    phrases = [judge.phrases.weight, judge.phrase_columns.weight]
    tables = {id(judge.words.weight), *map(id, phrases)}
    others = [value for value in judge.parameters() if id(value) not in tables]
    return [
        {"params": [judge.words.weight], "weight_decay": 0.01, "lr": RATE / 2},
        {"params": others, "weight_decay": 0.05, "lr": RATE},
        {"params": phrases, "weight_decay": PHRASE_DECAY, "lr": PHRASE_RATE},
    ]


def train(
    judge: Judge,
    training: list[Conversation],
    left_out: list[Conversation],
    epochs: int,
    rng: np.random.Generator,
) -> Judge:
    """Returns the moving average."""
    groups = parameter_groups(judge)
    optimizer = torch.optim.AdamW(groups)
    rates = [group["lr"] for group in groups]
    schedule = OneCycleLR(optimizer, rates, total_steps=epochs * len(training) + 1, pct_start=0.1)
    average = AveragedModel(judge, avg_fn=lambda mean, value, _: AVERAGE_DECAY * mean + (1 - AVERAGE_DECAY) * value)
    all_spans = [list_spans(conversation) for conversation in training]
    all_chosen = [chosen_shares(*pair) for pair in zip(all_spans, training, strict=True)]
    started = time.monotonic()
    for epoch in range(epochs):
        judge.train()
        epoch_losses = []
        for index in rng.permutation(len(training)):
            judgements = judge(*augment(training[index], rng))
            losses = losses_of(judge, judgements, training[index], all_spans[index], all_chosen[index])
            optimizer.zero_grad()
            (losses * LOSS_WEIGHTS).sum().backward()
            nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            average.update_parameters(judge)
            epoch_losses.append(losses.detach().numpy())
        figures = measure([average.module.eval()], left_out)
        mean = np.mean(epoch_losses, 0).round(3)
        print(f"{time.monotonic() - started:.0f} s, epoch {epoch + 1}, losses {mean} {figures}", flush=True)
    return average.module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("checkpoint", type=Path, help="where the judge is written")
    parser.add_argument("--conversations", type=int, help="of a trial: so many only")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--dropout", type=float, default=0.4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    known = load_known_texts(args.work)
    training = read_conversations(args.marks, args.transcripts, known, TRAINED_SPLITS)[: args.conversations]
    left_out = read_conversations(args.marks, args.transcripts, known, ["fit"])
    print(f"{len(training)} conversations, {len(left_out)} of `fit` left out", flush=True)
    judge = Judge(len(known.words.hashes), len(known.phrases.hashes), args.dropout)
    judge.load_state_dict(torch.load(args.work / "pretrained.pt"))
    average = train(judge, training, left_out, args.epochs, np.random.default_rng(args.seed))
    torch.save(average.state_dict(), args.checkpoint)


if __name__ == "__main__":
    main()
