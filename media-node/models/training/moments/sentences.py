"""Sentences with their times, and what the judge is told of each beside its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SENTENCE_GAP_S = 0.1
"""A longer gap between cues ends a sentence: the transcripts leave none within one."""
TURN_GAP_S = 0.45
"""A longer gap means that another one speaks."""
FACTS = 4
LONG_GAP_S = 2
LONG_SENTENCE_S = 15


@dataclass
class Sentence:
    text: str
    start_s: float
    end_s: float
    starts_turn: bool


def parse_time(time: str) -> float:
    hours, minutes, seconds = time.replace(",", ".").split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def read_srt(path: Path) -> list[Sentence]:
    """The sentences of a SubRip file: runs of cues without a gap."""
    sentences: list[Sentence] = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").strip()):
        _, times, *lines = block.split("\n")
        start_s, end_s = (parse_time(time) for time in times.split(" --> "))
        text = " ".join(lines)
        gap_s = start_s - sentences[-1].end_s if sentences else np.inf
        if gap_s > SENTENCE_GAP_S:
            sentences.append(Sentence(text, start_s, end_s, gap_s > TURN_GAP_S))
        else:
            sentences[-1].end_s = end_s
            sentences[-1].text += " " + text
    return sentences


def encode_facts(sentences: Sequence[Sentence]) -> np.ndarray:
    """float32 [sentences, FACTS], 0 to 1: start of a turn, gap before, length, whether there are marks (always)."""
    starts = np.array([sentence.start_s for sentence in sentences])
    ends = np.array([sentence.end_s for sentence in sentences])
    gaps = np.append(np.inf, starts[1:] - ends[:-1])
    turns = [float(sentence.starts_turn) for sentence in sentences]
    columns = [
        turns,
        np.minimum(1, gaps / LONG_GAP_S),
        np.minimum(1, (ends - starts) / LONG_SENTENCE_S),
        np.ones(len(sentences)),
    ]
    return np.stack(columns, 1).astype(np.float32)
