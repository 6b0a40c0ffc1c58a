"""Trains the judge on what editors marked, from a pretrained reader.

The loss of a conversation is that of a conditional logit (McFadden 1974): which
of all stretches were chosen, by their utilities. Beside it the judge learns the
editors' grades, what they would never post, and the kinds of what they would.
Those that several editors marked, and `rest`, are never trained on: the
multipliers of virality-en are fitted to `fit` and `rest` (bench/moments/fit-multipliers.ts),
`fit` is measured now and then, and `held` is for the figures alone. The moving
average of the weights is what gets saved.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from marks import FURTHER, NUMBERED, Conversation, load_known_texts, read_conversations
from measure import measure
from network import FIRST_KIND, INTEREST, SKIP, Judge
from reader import Reader
from spans import Spans, chosen_shares, list_spans
from tokens import FIRST_UNKNOWN_ID, PADDING

RATE = 1.3e-3
READER_RATE = 4e-4
READER_DROPOUT = 0.1
HIDDEN_TOKENS = 0.1
UNMARKED = 0.15
UNKNOWN_TURNS = 0.3
PUNCTUATED = 3
"""The column of facts that says whether there is any punctuation."""
UNKNOWN_TURN, MAX_UNKNOWN_GAP = 0.5, 0.13
WARM_UP = 0.08
"""Share of the time in which the rates rise; then they fall to nothing."""
MEASURED_AFTER = 0.24
"""Share of the time after which the average is measured."""
BATCH = 3
"""Conversations of a step."""
AVERAGE_DECAY = 0.991
PHRASE_SHARE = 0.4
"""Of the rate: each phrase is learned from few conversations."""
PHRASE_DECAY = 0.2
"""Of the weights of phrases, against what few conversations have taught of them."""
LOSS_WEIGHTS = (1.0, 3.0, 0.5, 0.2)
"""Of stretches, grades, skip and kinds."""


class Lesson:
    """What is learned of a conversation, on the device where it is learned."""

    def __init__(self, conversation: Conversation, device: str) -> None:
        self.conversation, self.device = conversation, device
        self.spans = list_spans(conversation, device)
        self.chosen = chosen_shares(self.spans, conversation).to(device)
        self.grades, self.skip, self.kinds = (
            torch.from_numpy(each).to(device) for each in (conversation.grades, conversation.skip, conversation.kinds)
        )

    def augment(self, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Tokens, phrases and facts; some tokens unknown, and now and then who speaks, or all punctuation."""
        conversation = self.conversation
        tokens, phrases, facts = conversation.tokens, conversation.phrases, conversation.facts.copy()
        if rng.random() < UNMARKED:
            tokens, phrases = conversation.unmarked_tokens, conversation.unmarked_phrases
            facts[:, 0], facts[:, PUNCTUATED] = UNKNOWN_TURN, 0
        if rng.random() < UNKNOWN_TURNS:
            facts[:, 0], facts[:, 1] = UNKNOWN_TURN, np.minimum(facts[:, 1], MAX_UNKNOWN_GAP)
        tokens, phrases, facts = (torch.from_numpy(each).to(self.device) for each in (tokens, phrases, facts))
        hidden = (torch.rand(tokens.shape, device=self.device) < HIDDEN_TOKENS) & (tokens != PADDING)
        return tokens.masked_fill(hidden, FIRST_UNKNOWN_ID), phrases, facts

    def losses_of(self, judge: Judge, judgements: Tensor) -> Tensor:
        """Losses [4] in the order of LOSS_WEIGHTS."""
        marked = self.kinds.sum(1) > 0
        shares = self.kinds[marked] / self.kinds[marked].sum(1, keepdim=True)
        return torch.stack(
            [
                -(F.log_softmax(judge.utilities(judgements, self.spans), 0) * self.chosen).sum(),
                F.mse_loss(judgements[:, INTEREST], self.grades),
                F.binary_cross_entropy_with_logits(judgements[:, SKIP], self.skip),
                -(F.log_softmax(judgements[marked, FIRST_KIND:], 1) * shares).sum(1).mean(),
            ]
        )


def judge_together(judge: Judge, lessons: Sequence[Lesson], rng: np.random.Generator) -> list[Tensor]:
    """Judgements of each; conversations are read as one, and see some minutes of each other where they meet."""
    texts = [lesson.augment(rng) for lesson in lessons]
    judgements = judge(*(torch.cat(each) for each in zip(*texts, strict=True)))
    return list(judgements.float().split([len(tokens) for tokens, _, _ in texts]))


@dataclass
class Rates:
    reader: float
    """Lower than of what reads it, for it comes from pretraining."""
    others: float


def parameter_groups(judge: Judge, rates: Rates) -> list[dict]:
    phrases = [judge.phrases.weight, judge.phrase_columns.weight]
    reader = list(judge.reader.parameters())
    apart = set(map(id, [*phrases, *reader]))
    others = [value for value in judge.parameters() if id(value) not in apart]
    return [
        {"params": reader, "weight_decay": 0.01, "lr": rates.reader},
        {"params": others, "weight_decay": 0.05, "lr": rates.others},
        {"params": phrases, "weight_decay": PHRASE_DECAY, "lr": PHRASE_SHARE * rates.others},
    ]


def rate_at(share: float) -> float:
    """Of the highest rate, when this share of the time is over."""
    return min(share / WARM_UP, (1 - share) / (1 - WARM_UP))


def train(
    judge: Judge,
    lessons: Sequence[Lesson],
    left_out: list[Conversation],
    seconds: float,
    rates: Rates,
    rng: np.random.Generator,
) -> Judge:
    """Returns the moving average."""
    device = lessons[0].device
    groups = parameter_groups(judge, rates)
    highest = [group["lr"] for group in groups]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    average = AveragedModel(judge, multi_avg_fn=get_ema_multi_avg_fn(AVERAGE_DECAY))
    weights = torch.tensor(LOSS_WEIGHTS, device=device)
    order, recent, read, told = [], [], 0, 0.0
    judge.train()
    started = time.monotonic()
    while (share := (time.monotonic() - started) / seconds) < 1:
        for group, rate in zip(optimizer.param_groups, highest, strict=True):
            group["lr"] = rate * rate_at(share)
        order = order if len(order) >= BATCH else rng.permutation(len(lessons)).tolist()
        batch = [lessons[order.pop()] for _ in range(min(BATCH, len(order)))]
        with torch.autocast(device, torch.bfloat16):
            judged = judge_together(judge, batch, rng)
        losses = torch.stack([each.losses_of(judge, said) for each, said in zip(batch, judged, strict=True)]).mean(0)
        optimizer.zero_grad()
        (losses * weights).sum().backward()
        nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimizer.step()
        average.update_parameters(judge)
        read += len(batch)
        recent.append(losses.detach())
        if share - told > MEASURED_AFTER:
            told = share
            figures = measure([average.module.eval()], left_out, device)
            mean = torch.stack(recent).mean(0).cpu().numpy().round(3)
            print(f"{share * seconds:.0f} s, {read / len(lessons):.2f} passes, losses {mean} {figures}", flush=True)
            recent.clear()
    print(f"{read / len(lessons):.2f} passes, {measure([average.module.eval()], left_out, device)}", flush=True)
    return average.module


def start_from(saved: dict, phrases: int, dropout: float) -> Judge:
    """A judge of a pretrained reader, or one that was trained before."""
    reader = Reader(**saved["reader"], dropout=READER_DROPOUT)
    judge = Judge(reader, phrases, dropout)
    is_judge = "phrases.weight" in saved["weights"]
    (judge if is_judge else reader).load_state_dict(saved["weights"])
    return judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("start", type=Path, help="a pretrained reader, or a judge that learns on")
    parser.add_argument("checkpoint", type=Path, help="where the judge is written")
    parser.add_argument("--splits", nargs="+", choices=NUMBERED, default=[FURTHER], help="what it learns from")
    parser.add_argument("--conversations", type=int, help="of a trial: so many only")
    parser.add_argument("--seconds", type=float, default=220)
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--reader-rate", type=float, default=READER_RATE)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    known = load_known_texts(args.work)
    training = read_conversations(args.marks, args.transcripts, known, args.splits, args.conversations)
    left_out = read_conversations(args.marks, args.transcripts, known, ["fit"])
    print(f"{len(training)} conversations, {len(left_out)} of `fit` left out", flush=True)
    saved = torch.load(args.start, map_location="cpu", weights_only=True)
    judge = start_from(saved, len(known.phrases.hashes), args.dropout).to(args.device)
    lessons = [Lesson(each, args.device) for each in training]
    rates = Rates(args.reader_rate, args.rate)
    average = train(judge, lessons, left_out, args.seconds, rates, np.random.default_rng(args.seed))
    torch.save({"reader": saved["reader"], "weights": average.cpu().state_dict()}, args.checkpoint)


if __name__ == "__main__":
    main()
