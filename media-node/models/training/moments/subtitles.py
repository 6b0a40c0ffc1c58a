"""Writes subtitles for each conversation of further.jsonl and later.jsonl in SRT, just as it was marked.

The transcripts have no times: all is spoken at one pace, with a pause after each
sentence and a longer one where another begins to speak. Each hour of a
conversation is one of its own: what was marked later is cut anew.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from corpus import read_turns, split_sentences
from marks import NUMBERED, is_further_text, read_marks, subtitles_path
from sentences import Sentence

FIRST_START_S = 1.0
MAX_S = 3600
CUE_WORDS = 12


def format_time(time_s: float) -> str:
    milliseconds = round(time_s * 1000)
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{milliseconds:03}"


def first_hour(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Up to the sentence in which the hour ends, the first one at FIRST_START_S."""
    later_s = FIRST_START_S - sentences[0].start_s
    shifted = [
        Sentence(each.text, each.start_s + later_s, each.end_s + later_s, each.starts_turn) for each in sentences
    ]
    count = next((index + 1 for index, each in enumerate(shifted) if each.end_s >= MAX_S), len(shifted))
    return shifted[:count]


def hour_of(sentences: Sequence[Sentence], hour: int) -> list[Sentence]:
    """The first hour is 1."""
    for _ in range(1, hour):
        sentences = sentences[len(first_hour(sentences)) :]
    return first_hour(sentences)


def write_srt(sentences: Sequence[Sentence], path: Path) -> None:
    """A sentence is cut into cues that follow each other without a gap."""
    cues: list[str] = []
    for sentence in sentences:
        words = sentence.text.split()
        word_s = (sentence.end_s - sentence.start_s) / len(words)
        for first in range(0, len(words), CUE_WORDS):
            cue = words[first : first + CUE_WORDS]
            start_s = sentence.start_s + first * word_s
            times = f"{format_time(start_s)} --> {format_time(start_s + len(cue) * word_s)}"
            cues.append(f"{len(cues) + 1}\n{times}\n{' '.join(cue)}\n")
    path.write_text("\n".join(cues), encoding="utf-8")


def read_marked(marked: dict, transcripts: dict[str, Path], work: Path) -> list[str] | None:
    """Turns of all hours; None where they are of further text that is not there."""
    name = marked["conversation"]
    if not is_further_text(marked):
        return read_turns(transcripts[name].read_text(encoding="utf-8", errors="replace"))
    path = work / "text" / f"{name}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("transcripts", type=Path, help="a clone of github.com/thechangelog/transcripts")
    parser.add_argument("work", type=Path, help="with the further text in WORK/text; what is not there is left out")
    parser.add_argument("marks", type=Path)
    parser.add_argument("srt", type=Path)
    args = parser.parse_args()
    args.srt.mkdir(parents=True, exist_ok=True)
    transcripts = {path.stem: path for path in args.transcripts.glob("*/*.md")}
    written, left_out = 0, 0
    for marked in read_marks(args.marks, NUMBERED):
        turns = read_marked(marked, transcripts, args.work)
        if turns is None:
            left_out += 1
            continue
        hour = hour_of(split_sentences(turns)[0], marked.get("hour", 1))
        write_srt(hour, subtitles_path(args.srt, marked))
        written += 1
    print(f"{written} conversations, {left_out} of further text that is not there")


if __name__ == "__main__":
    main()
