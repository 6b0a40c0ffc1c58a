"""Reads the public transcripts of the Changelog's podcasts into turns of speech, in WORK/corpus.jsonl.

A transcript is Markdown: `**Speaker:** what is said`. Times, sounds and links
stand in brackets and are dropped; where somebody laughs is kept, as one
character, for the pretraining.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from sentences import Sentence

TURN = re.compile(r"\*\*(.+?):\*\*\s*(.*)")
NO_SPEAKERS = {"break", "jingle", "sponsor", "intro"}
LAUGH = "\x01"
LAUGHTER = re.compile(r"\\?\[[^\]]*(?:laugh|chuckl)[^\]]*\]", re.IGNORECASE)
BRACKETS = re.compile(r"\\?\[[^\]]*\](?:\([^)]*\))?")
EMPHASIS = re.compile(r"[*_`]")
MIN_WORDS = 1500

SENTENCE_END = re.compile(r'(?<=[.!?])["”’)]*\s+(?=["“(\x01]?[A-Z0-9\x01])|(?<=\.\.\.)\s+')
WORDS_PER_SECOND = 2.75
TURN_PAUSE_S = 0.6
SENTENCE_PAUSE_S = 0.25


def clean(text: str) -> str:
    text = BRACKETS.sub(" ", LAUGHTER.sub(f" {LAUGH} ", text))
    return " ".join(EMPHASIS.sub("", text).split())


def read_turns(markdown: str) -> list[str]:
    """What is said in each turn; a further paragraph of the same speaker is a turn as well."""
    turns: list[str] = []
    for paragraph in markdown.split("\n"):
        turn = TURN.match(paragraph)
        if turn and turn[1].lower() in NO_SPEAKERS:
            continue
        text = clean(turn[2] if turn else paragraph)
        if text and (turn or turns):
            turns.append(text)
    return turns


def read_corpus(work: Path) -> Iterator[tuple[str, list[str]]]:
    """Name and turns of each conversation."""
    with (work / "corpus.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            conversation = json.loads(line)
            yield conversation["name"], conversation["turns"]


def split_sentences(turns: Sequence[str]) -> tuple[list[Sentence], np.ndarray]:
    """Sentences, with times as if all were spoken at one pace, and after which of them somebody laughs [sentences]."""
    sentences: list[Sentence] = []
    laughs: list[bool] = []
    end_s = 0.0
    for turn in turns:
        for index, piece in enumerate(SENTENCE_END.split(turn)):
            if piece.startswith(LAUGH) and sentences:
                laughs[-1] = True
            text = piece.replace(LAUGH, " ").strip()
            if not text:
                continue
            start_s = end_s + (TURN_PAUSE_S if index == 0 else SENTENCE_PAUSE_S)
            end_s = start_s + len(text.split()) / WORDS_PER_SECOND
            sentences.append(Sentence(text, start_s, end_s, starts_turn=index == 0))
            laughs.append(LAUGH in piece and not piece.startswith(LAUGH))
    return sentences, np.array(laughs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("transcripts", type=Path, help="a clone of github.com/thechangelog/transcripts")
    parser.add_argument("work", type=Path)
    args = parser.parse_args()
    conversations, words = 0, 0
    with (args.work / "corpus.jsonl").open("w", encoding="utf-8") as corpus:
        # News are read out, not talked about.
        for path in sorted(path for path in args.transcripts.glob("*/*.md") if path.parent.name != "news"):
            turns = read_turns(path.read_text(encoding="utf-8", errors="replace"))
            length = sum(len(turn.split()) for turn in turns)
            if length >= MIN_WORDS:
                corpus.write(json.dumps({"name": path.stem, "turns": turns}) + "\n")
                conversations, words = conversations + 1, words + length
    print(f"{conversations} conversations, {words} words")


if __name__ == "__main__":
    main()
