"""The phoneme symbols of the model and the pronunciations of CMUdict in them.

The symbols are CMUdict's 39 phonemes without stress, with the reduced vowel
(its AH0) as AX, a boundary between words and the CTC blank, which is last.
"""
import re
from pathlib import Path

PHONES = (
    "AA AE AH AO AW AX AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
).split()
BOUNDARY = "|"
BLANK = "<blk>"
SYMBOLS = [BOUNDARY, *PHONES, BLANK]


def read_symbols() -> dict[str, int]:
    """Symbol to id."""
    return {symbol: index for index, symbol in enumerate(SYMBOLS)}


def read_pronunciations(path: Path) -> dict[str, list[list[str]]]:
    """Word -> pronunciations, the usual one first, from the object literal of cmu-pronouncing-dictionary."""
    found: dict[str, list[list[str]]] = {}
    for line in path.read_text(encoding="utf8").splitlines():
        entry = re.match(r"""\s+["']?([a-z'.\-]+)(?:\((\d+)\))?["']?:\s*["']([A-Z0-9 ]+)["']""", line)
        if entry is None or not re.fullmatch(r"[a-z']+", entry.group(1)):
            continue
        phones = [re.sub(r"\d", "", "AX" if phone == "AH0" else phone) for phone in entry.group(3).split()]
        variants = found.setdefault(entry.group(1), [])
        if entry.group(2) is None:
            variants.insert(0, phones)
        elif phones not in variants:
            variants.append(phones)
    return found
