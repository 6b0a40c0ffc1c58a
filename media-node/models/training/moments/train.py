"""Trains the judge on what editors marked, from the pretrained one.

The loss of a conversation is that of a conditional logit (McFadden 1974): which
of all stretches were chosen, by their utilities. Beside it the judge learns the
editors' grades, what they would never post, and the kinds of what they would.
The held conversations are never read. With --without other splits are left out
as well, so that the multipliers of virality-en can be fitted to them
(bench/moments/fit-multipliers.ts), and `fit`, if it is among them, is measured after
each epoch. The moving average of the weights is what gets saved.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim.lr_scheduler import OneCycleLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from marks import Conversation, read_conversations
from measure import measure
from network import FIRST_KIND, INTEREST, SKIP, Judge
from spans import Spans, chosen_shares, list_spans
from tokens import FIRST_UNKNOWN_ID, PADDING, Vocabulary

TRAINED_SPLITS = ["fit", "rest", "further"]
RATE = 2e-3
HIDDEN_TOKENS = 0.15
UNMARKED = 0.15
UNKNOWN_TURNS = 0.3
PUNCTUATED = 3
"""The column of facts that says whether there is any punctuation."""
UNKNOWN_TURN, MAX_UNKNOWN_GAP = 0.5, 0.13
AVERAGE_DECAY = 0.997
LOSS_WEIGHTS = torch.tensor([1.0, 2.0, 0.5, 0.2])
"""Of stretches, grades, skip and kinds."""


def augment(conversation: Conversation, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Tokens and facts, some tokens unknown, and now and then who speaks, or all punctuation."""
    tokens, facts = conversation.tokens.copy(), conversation.facts.copy()
    if rng.random() < UNMARKED:
        tokens = conversation.unmarked_tokens.copy()
        facts[:, 0], facts[:, PUNCTUATED] = UNKNOWN_TURN, 0
    if rng.random() < UNKNOWN_TURNS:
        facts[:, 0], facts[:, 1] = UNKNOWN_TURN, np.minimum(facts[:, 1], MAX_UNKNOWN_GAP)
    tokens[(rng.random(tokens.shape) < HIDDEN_TOKENS) & (tokens != PADDING)] = FIRST_UNKNOWN_ID
    return torch.from_numpy(tokens), torch.from_numpy(facts)


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


def optimizer_of(judge: Judge) -> torch.optim.Optimizer:
    """Words learn at half the rate: they come from pretraining, and each is seen seldom."""
    others = [value for name, value in judge.named_parameters() if not name.startswith("words.")]
    groups = [
        {"params": judge.words.parameters(), "weight_decay": 0.01},
        {"params": others, "weight_decay": 0.05},
    ]
    return torch.optim.AdamW(groups, RATE)


def train(
    judge: Judge,
    training: list[Conversation],
    left_out: list[Conversation],
    epochs: int,
    rng: np.random.Generator,
) -> Judge:
    """Returns the moving average."""
    optimizer = optimizer_of(judge)
    schedule = OneCycleLR(optimizer, [RATE / 2, RATE], total_steps=epochs * len(training) + 1, pct_start=0.1)
    average = AveragedModel(judge, multi_avg_fn=get_ema_multi_avg_fn(AVERAGE_DECAY))
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
        figures = measure([average.module.eval()], left_out) if left_out else ""
        mean = np.mean(epoch_losses, 0).round(3)
        print(f"{time.monotonic() - started:.0f} s, epoch {epoch + 1}, losses {mean} {figures}", flush=True)
    return average.module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("checkpoint", type=Path, help="where the judge is written")
    parser.add_argument("--without", nargs="*", default=[], choices=TRAINED_SPLITS)
    parser.add_argument("--conversations", type=int, help="of a trial: so many only")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--dropout", type=float, default=0.45)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    vocabulary = Vocabulary(np.load(args.work / "vocabulary.npz")["hashes"])
    splits = [split for split in TRAINED_SPLITS if split not in args.without]
    training = read_conversations(args.marks, args.transcripts, vocabulary, splits)[: args.conversations]
    left_out = read_conversations(args.marks, args.transcripts, vocabulary, ["fit"]) if "fit" in args.without else []
    print(f"{len(training)} conversations, {len(left_out)} of `fit` left out", flush=True)
    judge = Judge(len(vocabulary.hashes), args.dropout)
    judge.load_state_dict(torch.load(args.work / "pretrained.pt", weights_only=True))
    average = train(judge, training, left_out, args.epochs, np.random.default_rng(args.seed))
    torch.save(average.state_dict(), args.checkpoint)


if __name__ == "__main__":
    main()
