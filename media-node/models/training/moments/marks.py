"""Conversations with what editors marked in them, as arrays over their sentences.

The marks (test/data/moments) are numbers only; the words come from a folder with
a SubRip file for each conversation. Where several editors marked, a conversation
has a file of its own, by times (test/support/talks/marked-moments.ts says what is
in it); the others are lines of further.jsonl and later.jsonl, by the numbers of
sentences.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentences import Sentence, encode_facts, read_srt
from tokens import PhraseTable, Vocabulary, hash_token

KINDS = "claim story joke advice surprise conflict confession number definition reaction".split()
FURTHER = "further"
"""The split of conversations that one editor marked."""
LATER = "later"
"""What comes after the marked hours of `further`, and conversations of the further text (streams.py)."""
NUMBERED = [FURTHER, LATER]
"""Splits that are one file each."""
BLOCK_S = 15
"""A block is at least so long, unless its marks say otherwise."""
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
    phrases: np.ndarray
    unmarked_tokens: np.ndarray
    """The same without punctuation, as many speech models write."""
    unmarked_phrases: np.ndarray
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


@dataclass
class MarkedStretch:
    """By the numbers of its sentences, the last one included."""

    first: int
    last: int
    kind: str


@dataclass
class Marking:
    """What one editor marked."""

    marks: list[MarkedStretch]
    reserve: list[MarkedStretch]
    skip: list[tuple[int, int]]
    grades: list[int]
    """Of each block."""


@dataclass
class MarkedText:
    """What editors marked in a conversation, and its sentences."""

    name: str
    split: str
    sentences: list[Sentence]
    blocks: list[int]
    """First sentence of each."""
    markings: list[Marking]


@dataclass
class KnownTexts:
    """What the judge knows of words."""

    words: Vocabulary
    phrases: PhraseTable


def load_known_texts(work: Path) -> KnownTexts:
    hashes = np.load(work / "vocabulary.npz")["hashes"]
    return KnownTexts(Vocabulary(hashes), PhraseTable(np.load(work / "phrases.npy")))


def find_time(times_s: np.ndarray, time_s: float) -> int:
    """Index of the sentence that begins, or ends, at a time."""
    index = int(np.abs(times_s - time_s).argmin())
    if abs(times_s[index] - time_s) > TOLERANCE_S:
        raise ValueError(f"No sentence begins or ends at {time_s} s: these are not the subtitles that were marked")
    return index


def read_timed(marked: dict, sentences: list[Sentence]) -> MarkedText:
    """A conversation of several markings, from its times."""
    starts_s = np.array([sentence.start_s for sentence in sentences])
    ends_s = np.array([sentence.end_s for sentence in sentences])

    def stretches(rows: list) -> list[MarkedStretch]:
        return [
            MarkedStretch(find_time(starts_s, start_s), find_time(ends_s, end_s), kind)
            for start_s, end_s, _point_s, kind, *_hashes in rows
        ]

    markings = [
        Marking(
            stretches(marking["marks"]),
            stretches(marking["reserve"]),
            [(find_time(starts_s, start_s), find_time(ends_s, end_s)) for start_s, end_s in marking["skip"]],
            [int(digit) for digit in marking["grades"]],
        )
        for marking in marked["markings"]
    ]
    blocks = [find_time(starts_s, time_s) for time_s in marked["blockStartsS"]]
    return MarkedText(marked["conversation"], marked["split"], sentences, blocks, markings)


def hash_words(sentences: list[Sentence]) -> int:
    """32 bits that tell whether these are the words that were marked."""
    return hash_token(" ".join(sentence.text for sentence in sentences))


def first_of_blocks(sentences: list[Sentence]) -> list[int]:
    """Where blocks begin."""
    firsts = [0]
    for index, sentence in enumerate(sentences):
        if sentence.start_s - sentences[firsts[-1]].start_s >= BLOCK_S:
            firsts.append(index)
    return firsts


def read_numbered(marked: dict, sentences: list[Sentence]) -> MarkedText:
    """A line of further.jsonl or later.jsonl: what one editor marked."""
    if hash_words(sentences) != marked["wordsHash"]:
        raise ValueError(f"{marked['conversation']}: these are not the subtitles that were marked")

    def stretches(rows: list) -> list[MarkedStretch]:
        return [MarkedStretch(first, last, kind) for first, last, _point, kind in rows]

    skip = [(first, last) for first, last in marked["skip"]]
    grades = [int(digit) for digit in marked["grades"]]
    marking = Marking(stretches(marked["marks"]), stretches(marked["reserve"]), skip, grades)
    counts = marked.get("blockSentences")
    blocks = first_of_blocks(sentences) if counts is None else [0, *np.cumsum(counts).tolist()][:-1]
    if len(blocks) != len(grades):
        raise ValueError(f"{marked['conversation']}: {len(grades)} grades of {len(blocks)} blocks")
    return MarkedText(marked["conversation"], marked["split"], sentences, blocks, [marking])


def mean_grades(text: MarkedText) -> np.ndarray:
    """Spreads the grades of blocks over their sentences; editors differ in how they use the scale."""
    grades = np.array([marking.grades for marking in text.markings], float)
    standardized = (grades - grades.mean(1, keepdims=True)) / (grades.std(1, keepdims=True) + 1e-6)
    return np.repeat(standardized.mean(0), np.diff([*text.blocks, len(text.sentences)])).astype(np.float32)


def encode_conversation(text: MarkedText, known: KnownTexts) -> Conversation:
    sentences = text.sentences
    starts_s = np.array([sentence.start_s for sentence in sentences])
    ends_s = np.array([sentence.end_s for sentence in sentences])
    skip = np.zeros(len(sentences), np.float32)
    kinds = np.zeros((len(sentences), len(KINDS)), np.float32)
    markings: list[list[Mark]] = []
    for marking in text.markings:
        markings.append([])
        for stretches, weight in ((marking.marks, 1.0), (marking.reserve, RESERVE_WEIGHT)):
            for stretch in stretches:
                kinds[stretch.first : stretch.last + 1, KINDS.index(stretch.kind)] += weight
                markings[-1].append(Mark(starts_s[stretch.first], ends_s[stretch.last], weight))
        for first, last in marking.skip:
            skip[first : last + 1] += 1
    texts = [sentence.text for sentence in sentences]
    unmarked = [NOT_WORDS.sub(" ", each) for each in texts]
    return Conversation(
        name=text.name,
        split=text.split,
        tokens=known.words.encode(texts),
        phrases=known.phrases.encode(texts),
        unmarked_tokens=known.words.encode(unmarked),
        unmarked_phrases=known.phrases.encode(unmarked),
        facts=encode_facts(sentences),
        starts_s=starts_s,
        ends_s=ends_s,
        grades=mean_grades(text),
        skip=np.minimum(1, skip / len(markings)),
        kinds=kinds,
        markings=markings,
    )


def read_marks(folder: Path, splits: Collection[str]) -> list[dict]:
    """What was marked in the conversations of some splits, by name, as it is stored."""
    marked = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    for split in NUMBERED:
        if split in splits:
            lines = (folder / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
            marked += [{**json.loads(line), "split": split} for line in lines]
    return [each for each in marked if each["split"] in splits]


def is_further_text(marked: dict) -> bool:
    """Whether it is of the further text (streams.py): then its name is SOURCE/DOCUMENT."""
    return "/" in marked["conversation"]


def subtitles_path(folder: Path, marked: dict) -> Path:
    """Where the words of what was marked are expected; of hours by themselves, numbered from 1."""
    hour = f".{marked['hour']}" if "hour" in marked else ""
    return folder / f"{marked['conversation'].replace('/', '+')}{hour}.srt"


def read_conversations(
    folder: Path, transcripts: Path, known: KnownTexts, splits: Collection[str], count: int | None = None
) -> list[Conversation]:
    """
    The first `count`, all unless told; of the further text those of which there are subtitles.
    @raises ValueError where the subtitles are not those that were marked
    """
    conversations = []
    for marked in read_marks(folder, splits)[:count]:
        path = subtitles_path(transcripts, marked)
        if is_further_text(marked) and not path.exists():
            continue
        sentences = read_srt(path)
        read = read_numbered if marked["split"] in NUMBERED else read_timed
        conversations.append(encode_conversation(read(marked, sentences), known))
    return conversations
