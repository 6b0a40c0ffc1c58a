"""Conversations with what editors marked in them, as arrays over their sentences.

The marks (test/data/moments; test/support/talks/marked-moments.ts says what is in
them) are times only; the words come from a folder with a SubRip file for each
conversation.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentences import encode_facts, read_srt
from tokens import Vocabulary

KINDS = "claim story joke advice surprise conflict confession number definition reaction".split()
RESERVE_WEIGHT = 0.6
"""What was only nearly taken counts less."""
TOLERANCE_S = 0.02
NOT_WORDS = re.compile(r"[^A-Za-z0-9'’%\s]")


@dataclass
class Mark:
    """A stretch that an editor would post, or nearly."""

    start_s: float
    end_s: float
    weight: float


@dataclass
class Conversation:
    """Arrays have one row a sentence."""

    name: str
    split: str
    tokens: np.ndarray
    unmarked_tokens: np.ndarray
    """The same without punctuation, as many speech models write."""
    facts: np.ndarray
    starts_s: np.ndarray
    ends_s: np.ndarray
    grades: np.ndarray
    """How good the surroundings are: mean over the editors, each standardized."""
    skip: np.ndarray
    """Share of the editors who would never post it."""
    kinds: np.ndarray
    """[sentences, KINDS]: weights of the marks of each kind."""
    markings: list[list[Mark]]
    """Of each editor."""


def find_time(times_s: np.ndarray, time_s: float) -> int:
    """Index of the sentence that begins, or ends, at a time."""
    index = int(np.abs(times_s - time_s).argmin())
    if abs(times_s[index] - time_s) > TOLERANCE_S:
        raise ValueError(f"No sentence begins or ends at {time_s} s: these are not the subtitles that were marked")
    return index


def mean_grades(marked: dict, starts_s: np.ndarray) -> np.ndarray:
    """Spreads the grades of blocks over their sentences; editors differ in how they use the scale."""
    blocks = [find_time(starts_s, time_s) for time_s in marked["blockStartsS"]]
    grades = np.array([[float(digit) for digit in marking["grades"]] for marking in marked["markings"]])
    standardized = (grades - grades.mean(1, keepdims=True)) / (grades.std(1, keepdims=True) + 1e-6)
    return np.repeat(standardized.mean(0), np.diff([*blocks, len(starts_s)])).astype(np.float32)


def read_conversation(marked: dict, transcripts: Path, vocabulary: Vocabulary) -> Conversation:
    """@raises ValueError where the subtitles are not those that were marked"""
    sentences = read_srt(transcripts / f"{marked['conversation']}.srt")
    starts_s = np.array([sentence.start_s for sentence in sentences])
    ends_s = np.array([sentence.end_s for sentence in sentences])
    skip = np.zeros(len(sentences), np.float32)
    kinds = np.zeros((len(sentences), len(KINDS)), np.float32)
    markings: list[list[Mark]] = []
    for marking in marked["markings"]:
        markings.append([])
        for group, weight in (("marks", 1.0), ("reserve", RESERVE_WEIGHT)):
            for start_s, end_s, _point_s, kind, *_hashes in marking[group]:
                first, last = find_time(starts_s, start_s), find_time(ends_s, end_s)
                kinds[first : last + 1, KINDS.index(kind)] += weight
                markings[-1].append(Mark(starts_s[first], ends_s[last], weight))
        for start_s, end_s in marking["skip"]:
            skip[find_time(starts_s, start_s) : find_time(ends_s, end_s) + 1] += 1
    return Conversation(
        name=marked["conversation"],
        split=marked["split"],
        tokens=vocabulary.encode(sentence.text for sentence in sentences),
        unmarked_tokens=vocabulary.encode(NOT_WORDS.sub(" ", sentence.text) for sentence in sentences),
        facts=encode_facts(sentences),
        starts_s=starts_s,
        ends_s=ends_s,
        grades=mean_grades(marked, starts_s),
        skip=np.minimum(1, skip / len(markings)),
        kinds=kinds,
        markings=markings,
    )


def read_marks(folder: Path, splits: Collection[str]) -> list[dict]:
    """What was marked in the conversations of some splits (fit, held, rest, further), by name."""
    marked = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return [each for each in marked if each["split"] in splits]


def read_conversations(
    folder: Path, transcripts: Path, vocabulary: Vocabulary, splits: Collection[str]
) -> list[Conversation]:
    return [read_conversation(marked, transcripts, vocabulary) for marked in read_marks(folder, splits)]
