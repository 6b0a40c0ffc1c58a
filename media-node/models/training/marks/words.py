"""Words of the corpus with the marks that follow them and how they are written, and the ids that the network reads.

The same rules as media-node/clips/marks/mark-tokens.ts. A vocabulary is nothing
but the hashes of its words, ascending; words that it does not have share ids, and
each word's last three letters have an id besides.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

NONE, COMMA, STOP, QUESTION = range(4)
LOWER, CAPITAL, UPPER = range(3)
UNTOLD = -100
"""Of the first word of a sentence, or of what is quoted, its letters do not say how it is written elsewhere."""

PADDING = 0
UNKNOWN_IDS = 256
FIRST_KNOWN_ID = 1 + UNKNOWN_IDS
ENDING_IDS = 1024
ENDING_LETTERS = 3
NUMBER = "<num>"

LAUGH = "\x01"
OPENING = "\"“‘([{'"
CLOSING = "\"”’)]}'"
MARKS = re.compile(r"[.!?…,;:]+$")
DASH = re.compile(r"^(?:--+|[–—-])$|(?:--+|[–—])$")
TRAILS = re.compile(r"\.\.|…")
PARTS = re.compile(r"[-/–—]+")
LETTERS = re.compile(r"[^a-z0-9']")
ABBREVIATION = re.compile(r"^(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|jr|sr)$", re.IGNORECASE)


@dataclass(slots=True)
class Word:
    key: str
    mark: int
    case: int


def key_of(part: str) -> str:
    """What the network knows a word by; empty where nothing of it is a letter or a digit."""
    key = LETTERS.sub("", part.lower().replace("’", "'")).strip("'")
    return NUMBER if key[:1].isdigit() else key


def case_of(part: str) -> int:
    letters = [letter for letter in part if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return UPPER
    return CAPITAL if letters and letters[0].isupper() else LOWER


def mark_of(marks: str, core: str, following: str) -> int:
    if "?" in marks:
        return QUESTION
    if TRAILS.search(marks):
        return STOP if following.lstrip(OPENING)[:1].isupper() or not following else COMMA
    if "." in marks:
        return NONE if ABBREVIATION.match(core) else STOP
    if "!" in marks:
        return STOP
    return COMMA if marks else NONE


def read_turn(turn: str) -> Iterator[Word]:
    """The words of what one says at a time; the last one ends a sentence."""
    raw = turn.replace(LAUGH, " ").split()
    words: list[Word] = []
    for index, token in enumerate(raw):
        if DASH.search(token) and words and not any(letter.isalnum() for letter in token):
            words[-1].mark = words[-1].mark or COMMA
            continue
        bare = token.strip(OPENING).rstrip(CLOSING)
        breaks_off = DASH.search(bare) is not None
        bare = bare.rstrip("-–—")
        found = MARKS.search(bare)
        core = (bare[: found.start()] if found else bare).rstrip(CLOSING)
        inner = MARKS.search(core)
        core = core[: inner.start()] if inner else core
        following = raw[index + 1] if index + 1 < len(raw) else ""
        mark = mark_of((found[0] if found else "") + (inner[0] if inner else ""), core, following)
        parts = [(part, key_of(part)) for part in PARTS.split(core)]
        parts = [(part, key) for part, key in parts if key]
        words.extend(Word(key, NONE, case_of(part)) for part, key in parts)
        if parts and token[0] in OPENING and words[-len(parts)].case == CAPITAL:
            words[-len(parts)].case = UNTOLD
        if words:
            words[-1].mark = max(words[-1].mark, mark) or (COMMA if breaks_off else NONE)
    if words and words[-1].mark < STOP:
        words[-1].mark = STOP
    return iter(words)


def read_words(turns: Sequence[str]) -> list[Word]:
    """All words of a conversation."""
    words: list[Word] = []
    for turn in turns:
        for word in read_turn(turn):
            is_first = not words or words[-1].mark >= STOP
            if is_first and word.case == CAPITAL:
                word.case = UNTOLD
            words.append(word)
    return words


def read_corpus(work: Path) -> Iterator[tuple[str, list[str]]]:
    """Name and turns of each conversation."""
    with (work / "corpus.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            conversation = json.loads(line)
            yield conversation["name"], conversation["turns"]


def hash_text(text: str) -> int:
    """FNV-1a with 32 bits."""
    value = 2166136261
    for byte in text.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


class Vocabulary:
    """Ids of words, by the ascending hashes [words] of those that are known."""

    def __init__(self, hashes: np.ndarray) -> None:
        self.hashes = hashes
        self.known = {int(value): FIRST_KNOWN_ID + index for index, value in enumerate(hashes)}
        self.ids: dict[str, tuple[int, int]] = {}

    def ids_of(self, key: str) -> tuple[int, int]:
        """Of the word, and of its ending."""
        if key not in self.ids:
            value = hash_text(key)
            ending = 1 + hash_text(key[-ENDING_LETTERS:]) % (ENDING_IDS - 1)
            self.ids[key] = (self.known.get(value, 1 + value % UNKNOWN_IDS), ending)
        return self.ids[key]

    def encode(self, words: Sequence[Word]) -> np.ndarray:
        """int16 [4, words]: id of the word, id of its ending, mark, case."""
        rows = [(*self.ids_of(word.key), word.mark, word.case) for word in words]
        return np.array(rows, np.int16).T
