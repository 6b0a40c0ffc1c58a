"""Trains what rates titles on clauses that editors graded, beside a trained judge.

The loss of a clip is that of a conditional logit (McFadden 1974), which of its
clauses was taken, the best one twice as much as those that are nearly as good; and of
each clause, whether nobody would post it. Conversations of `held` and `fit` are not
trained on, nor is a fifth of the others: their clips are measured after each pass.
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

from clauses import BEST, GOOD, REFUSED, GradedClip, read_graded_clips
from marks import load_known_texts, read_marks
from network import load_judge
from reader import BLOCK
from titles import CLOSES, INSIDE, OPENS, REFUSED_SHARE, ROW, TitleRater, is_learned
from tokens import hash_token

RATE = 1e-3
DECAY, HEAD_DECAY = 0.02, 0.5
DROPOUT, HEAD_DROPOUT = 0.05, 0.3
BATCH = 32
WARM_UP_STEPS = 30
MAX_NORM = 1.0
LEFT_OUT = 5
"""One conversation in so many."""
GOOD_SHARE = 0.5
"""Of what the best clause counts."""


@dataclass
class Lesson:
    """A clip's tokens and what stands before each row, one after another; clauses by their places there."""

    embedded: Tensor
    """[places, width]"""
    firsts: Tensor
    lasts: Tensor
    starts: Tensor
    """Of each clause: the start of the row where it begins."""
    rules: Tensor
    taken: Tensor
    """Shares [clauses], or zeros where none could be posted."""
    refused: Tensor
    grades: np.ndarray


def prepare(rater: TitleRater, clip: GradedClip, device: str) -> Lesson:
    tokens, turns, firsts, lasts, rules, refused = (
        torch.from_numpy(each).to(device)
        for each in (clip.tokens, clip.turns, clip.firsts, clip.lasts, clip.rules, clip.grades == REFUSED)
    )
    with torch.no_grad():
        embedded, present = rater.reader.embed_tokens(tokens, turns)
    place = (present.reshape(-1).long().cumsum(0) - 1).reshape(present.shape)
    places = place[:, 1:][present[:, 1:]]
    starts = place[:, :1].expand(-1, present.shape[1] - 1)[present[:, 1:]]
    taken = torch.from_numpy((clip.grades == BEST) + GOOD_SHARE * (clip.grades == GOOD)).float()
    return Lesson(
        embedded=embedded.half(),
        firsts=places[firsts],
        lasts=places[lasts],
        starts=starts[firsts],
        rules=rules,
        taken=(taken / taken.sum().clamp(min=1e-6)).to(device),
        refused=refused.float(),
        grades=clip.grades,
    )


class Trained(nn.Module):
    """A rater, and how much the rules count beside it: for what is chosen, and against what is refused."""

    def __init__(self, rater: TitleRater) -> None:
        super().__init__()
        self.rater = rater
        self.dropout = nn.Dropout(HEAD_DROPOUT)
        self.rules = nn.Parameter(torch.tensor([0.5, -0.5]))
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, lessons: Sequence[Lesson]) -> list[tuple[Tensor, Tensor]]:
        """How likely each of a clip's clauses is to be chosen, and how surely it is refused."""
        longest = max(len(lesson.embedded) for lesson in lessons)
        longest += -longest % BLOCK
        embedded = torch.stack(
            [F.pad(each.embedded.float(), (0, 0, 0, longest - len(each.embedded))) for each in lessons]
        )
        places = torch.arange(longest, device=embedded.device)
        present = torch.stack([places < len(each.embedded) for each in lessons])
        states = self.dropout(self.rater.reader.read(embedded, present))
        return [self.rate(row, lesson) for row, lesson in zip(states, lessons, strict=True)]

    def rate(self, states: Tensor, lesson: Lesson) -> tuple[Tensor, Tensor]:
        rated = []
        for head, rules in zip((self.rater.chosen, self.rater.refused), self.rules, strict=True):
            words = head(states)
            totals = F.pad(words[:, INSIDE].cumsum(0), (1, 0))
            inside = (totals[lesson.lasts + 1] - totals[lesson.firsts]) / (lesson.lasts + 1 - lesson.firsts)
            edges = words[lesson.starts, ROW] + words[lesson.firsts, OPENS] + words[lesson.lasts, CLOSES]
            rated.append(edges + inside + rules * lesson.rules)
        return rated[0], rated[1] + self.bias


def loss_of(model: Trained, lessons: Sequence[Lesson]) -> Tensor:
    rated = model(lessons)
    chosen = [-(F.log_softmax(u, 0) * lesson.taken).sum() for (u, _), lesson in zip(rated, lessons, strict=True)]
    refused = torch.cat([v for _, v in rated])
    asked = torch.cat([lesson.refused for lesson in lessons])
    return torch.stack(chosen).mean() + F.binary_cross_entropy_with_logits(refused, asked)


def measure(model: Trained, lessons: Sequence[Lesson]) -> str:
    """Of the clauses that are rated highest, one a clip; beside it those that the rules alone would take."""
    model.eval()
    rated, ruled = [], []
    with torch.no_grad():
        for first in range(0, len(lessons), BATCH):
            batch = lessons[first : first + BATCH]
            for lesson, (chosen, refused) in zip(batch, model(batch), strict=True):
                rated.append(lesson.grades[int((chosen - REFUSED_SHARE * refused).argmax())])
                ruled.append(lesson.grades[int(lesson.rules.argmax())])
    model.train()

    def shares(grades: list) -> str:
        of = np.array(grades)
        return f"best {(of == BEST).mean():.3f}, good {(of >= GOOD).mean():.3f}, refused {(of == REFUSED).mean():.3f}"

    return f"{shares(rated)} (by rules alone {shares(ruled)})"


def batches(lessons: Sequence[Lesson], rng: np.random.Generator) -> list[np.ndarray]:
    """Clips of much the same length together, in any order."""
    lengths = np.array([-(-len(lesson.embedded) // BLOCK) for lesson in lessons]) + rng.random(len(lessons))
    parts = np.array_split(lengths.argsort(), max(1, len(lessons) // BATCH))
    return [parts[index] for index in rng.permutation(len(parts))]


def train(model: Trained, lessons: Sequence[Lesson], measured: dict[str, list[Lesson]], passes: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    heads = [*model.rater.chosen.parameters(), *model.rater.refused.parameters()]
    apart = set(map(id, heads))
    others = [each for each in model.parameters() if each.requires_grad and id(each) not in apart]
    groups = [{"params": heads, "weight_decay": HEAD_DECAY}, {"params": others, "weight_decay": DECAY}]
    optimizer = torch.optim.AdamW(groups, lr=RATE)
    steps, step, started = passes * len(batches(lessons, rng)), 0, time.monotonic()
    for number in range(passes):
        losses = []
        for batch in batches(lessons, rng):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM_UP_STEPS) * (1 - step / steps)
            loss = loss_of(model, [lessons[index] for index in batch])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), MAX_NORM)
            optimizer.step()
            losses.append(loss.item())
            step += 1
        print(f"pass {number + 1}: loss {np.mean(losses):.3f}, {time.monotonic() - started:.0f} s", flush=True)
        for name, each in measured.items():
            print(f"  {name}: {measure(model, each)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("marks", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("judge", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rater = TitleRater(load_judge(args.judge), DROPOUT).to(args.device)
    for name, weights in rater.named_parameters():
        weights.requires_grad_(is_learned(name))
    clips = list(read_graded_clips(args.marks, args.transcripts, load_known_texts(args.work).words))
    marked = {split: {each["conversation"] for each in read_marks(args.marks, [split])} for split in ("held", "fit")}

    def split_of(clip: GradedClip) -> str:
        named = next((split for split, names in marked.items() if clip.conversation in names), None)
        return named or ("left out" if hash_token(clip.conversation) % LEFT_OUT == 0 else "trained")

    lessons: dict[str, list[Lesson]] = {}
    for clip in clips:
        lessons.setdefault(split_of(clip), []).append(prepare(rater, clip, args.device))
    print({name: len(each) for name, each in lessons.items()}, flush=True)
    model = Trained(rater).to(args.device)
    model.train()
    train(model, lessons.pop("trained"), lessons, args.passes, args.seed)
    torch.save(rater.cpu().learned(), args.out)
    # What media-node/clips/titles/title-ratings.ts raises the strength by rules to (RULES).
    chosen, refused = model.rules.tolist()
    print(f"rules {chosen - REFUSED_SHARE * refused:.2f}")


if __name__ == "__main__":
    main()
