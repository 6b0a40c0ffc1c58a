"""Clips with clauses that editors graded as titles, as numbers.

The grades (titles.jsonl beside the marks) name words by their numbers in a
conversation; the words come from its SubRip file. A clip is read as rows of whole
words of a sentence, as media-node/clips/titles/title-rows.ts makes them, but for what
the program does not know of a clip: it tells sentences apart by their marks, not by
cues, and mostly does not know who begins to speak. Titles are nearly the same
either way.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentences import Sentence, read_srt
from tokens import SENTENCE_TOKENS, Vocabulary, split_tokens

GRADES = "titles.jsonl"
REFUSED, SO_SO, GOOD, BEST = range(4)
"""What nobody would post, and what an editor would take first."""


@dataclass
class GradedClip:
    conversation: str
    tokens: np.ndarray
    """int64 [rows, SENTENCE_TOKENS]"""
    turns: np.ndarray
    """float32 [rows]: 1 where another one begins to speak."""
    firsts: np.ndarray
    """[clauses]: the first token of each among all tokens of all rows, and the last one."""
    lasts: np.ndarray
    grades: np.ndarray
    rules: np.ndarray
    """float32 [clauses]: the logarithm of what the rules made of each when it was graded."""


@dataclass
class SpokenWord:
    tokens: list[str]
    sentence: int
    starts_turn: bool
    """Whether its sentence does."""


def words_of(sentences: list[Sentence]) -> list[SpokenWord]:
    return [
        SpokenWord(split_tokens(word)[:SENTENCE_TOKENS], number, sentence.starts_turn)
        for number, sentence in enumerate(sentences)
        for word in sentence.text.split()
    ]


def rows_of(words: list[SpokenWord]) -> tuple[list[list[str]], list[float]]:
    """Tokens of each row, and whether it begins a turn."""
    rows: list[list[str]] = []
    turns: list[float] = []
    sentence = None
    for word in words:
        begins = word.sentence != sentence
        if begins or len(rows[-1]) + len(word.tokens) > SENTENCE_TOKENS:
            rows.append([])
            turns.append(float(begins and word.starts_turn))
        rows[-1] += word.tokens
        sentence = word.sentence
    return rows, turns


def encode_clip(graded: dict, words: list[SpokenWord], known: Vocabulary) -> GradedClip:
    clip = words[graded["firstWord"] : graded["endWord"]]
    rows, turns = rows_of(clip)
    tokens = np.zeros((len(rows), SENTENCE_TOKENS), np.int64)
    for row, said in zip(tokens, rows, strict=True):
        row[: len(said)] = [known.id_of(token) for token in said]
    first_tokens = np.cumsum([0, *(len(word.tokens) for word in clip)])
    clauses = graded["clauses"]
    return GradedClip(
        conversation=graded["conversation"],
        tokens=tokens,
        turns=np.array(turns, np.float32),
        firsts=first_tokens[[first for first, _, _, _ in clauses]],
        lasts=first_tokens[[end for _, end, _, _ in clauses]] - 1,
        grades=np.array([grade for _, _, grade, _ in clauses]),
        rules=np.array([rules for _, _, _, rules in clauses], np.float32),
    )


def read_graded_clips(marks: Path, transcripts: Path, known: Vocabulary) -> Iterator[GradedClip]:
    words: dict[str, list[SpokenWord]] = {}
    for line in (marks / GRADES).read_text().splitlines():
        graded = json.loads(line)
        name = graded["conversation"]
        if name not in words:
            words[name] = words_of(read_srt(transcripts / f"{name}.srt"))
        yield encode_clip(graded, words[name], known)
