"""From a sentence to the ids that the judge reads: the same rules as media-node/clips/sentences/sentence-tokens.ts.

A vocabulary is nothing but the hashes of its words, ascending. Words that it
does not have share 256 ids among them. Phrases of up to three tokens are known
by their hashes as well; unknown ones are left out.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

SENTENCE_TOKENS = 40
FIRST_TOKENS = 28
"""Of a sentence that is too long, so many tokens of its beginning are read; the others are its end."""

PADDING = 0
START = "^"
"""Stands before the first token of a sentence."""
PHRASE_LENGTHS = (1, 2, 3)
PHRASE_TOKENS = 80
"""Phrases are looked for in so many tokens of a sentence."""
SENTENCE_PHRASES = 112
FIRST_PHRASE_ID = 1
FIRST_UNKNOWN_ID = 1
UNKNOWN_IDS = 256
FIRST_KNOWN_ID = FIRST_UNKNOWN_ID + UNKNOWN_IDS

TOKEN = re.compile(r"--|\.\.\.|[a-z]+(?:'[a-z]+)?|[0-9]+(?:[.,][0-9]+)*%?|[?!.,;:\"]")
NUMBER_TOKEN = "<num>"
TYPOGRAPHY = str.maketrans({"’": "'", "“": '"', "”": '"', "…": "...", "—": "--", "–": "--"})


def split_tokens(text: str) -> list[str]:
    """Words, numbers as one token, and marks; letters of other scripts are passed over."""
    found = TOKEN.findall(text.lower().translate(TYPOGRAPHY))
    return [NUMBER_TOKEN if token[0].isdigit() else token for token in found]


def hash_token(token: str) -> int:
    """FNV-1a with 32 bits."""
    value = 2166136261
    for byte in token.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def join_phrases(tokens: Sequence[str], length: int) -> list[str]:
    """All runs of so many tokens of a sentence, and of START before them, in their order."""
    read = [START, *tokens[:PHRASE_TOKENS]]
    return [" ".join(read[first : first + length]) for first in range(len(read) - length + 1)]


class PhraseTable:
    """Ids of phrases, by the ascending hashes [phrases] of those that are known."""

    def __init__(self, hashes: np.ndarray) -> None:
        self.hashes = hashes
        self.known = {int(value): FIRST_PHRASE_ID + index for index, value in enumerate(hashes)}
        self.ids: dict[str, int] = {}

    def id_of(self, phrase: str) -> int:
        """PADDING where it is not known."""
        if phrase not in self.ids:
            self.ids[phrase] = self.known.get(hash_token(phrase), PADDING)
        return self.ids[phrase]

    def encode(self, texts: Iterable[str]) -> np.ndarray:
        """Ids int32 [sentences, SENTENCE_PHRASES] of the known phrases of each sentence, each once; then PADDING."""
        rows = [split_tokens(text) for text in texts]
        encoded = np.full((len(rows), SENTENCE_PHRASES), PADDING, np.int32)
        for row, tokens in zip(encoded, rows, strict=True):
            phrases = [phrase for length in PHRASE_LENGTHS for phrase in join_phrases(tokens, length)]
            ids = [self.id_of(phrase) for phrase in phrases]
            kept = list(dict.fromkeys(each for each in ids if each != PADDING))[:SENTENCE_PHRASES]
            row[: len(kept)] = kept
        return encoded


class Vocabulary:
    """Ids of tokens, by the ascending hashes [words] of those that are known."""

    def __init__(self, hashes: np.ndarray) -> None:
        self.hashes = hashes
        self.known = {int(value): FIRST_KNOWN_ID + index for index, value in enumerate(hashes)}
        self.ids: dict[str, int] = {}

    def id_of(self, token: str) -> int:
        if token not in self.ids:
            value = hash_token(token)
            self.ids[token] = self.known.get(value, FIRST_UNKNOWN_ID + value % UNKNOWN_IDS)
        return self.ids[token]

    def encode(self, texts: Iterable[str]) -> np.ndarray:
        """Ids int32 [sentences, SENTENCE_TOKENS]; what is beyond a sentence's own tokens is PADDING."""
        rows = [split_tokens(text) for text in texts]
        encoded = np.full((len(rows), SENTENCE_TOKENS), PADDING, np.int32)
        for row, tokens in zip(encoded, rows, strict=True):
            if len(tokens) > SENTENCE_TOKENS:
                tokens = tokens[:FIRST_TOKENS] + tokens[FIRST_TOKENS - SENTENCE_TOKENS :]
            row[: len(tokens)] = [self.id_of(token) for token in tokens]
        return encoded
