"""The tokenizer: lower-case words with a few endings, wrapped like CLIP's, a fixed number of tokens.

The vocabulary is every word that descriptions use. A word outside of it is cut
into known pieces as WordPiece does (Wu et al. 2016) or is the unknown token.
`write_tokenizer` writes the files that Hugging Face's tokenizers read.
"""

import json
import re
import unicodedata
from pathlib import Path

import numpy as np

from captions import ABSTRACT_FILLERS, FILLERS, LAND_FILLERS, MOODS, SYNONYMS, TONES, TYPICAL, describe, pick_sample
from colours import MODIFIERS, WORDS
from landscape import GROUNDS, TIMES
from shape_scenes import PLURALS, SHAPES

LENGTH = 32
START, END, UNKNOWN = "<|startoftext|>", "<|endoftext|>", "<|unknown|>"
ENDINGS = ["##s", "##es", "##ed", "##ing", "##y", "##ly", "##ish", "##like", "##er"]


def split(text: str) -> list[str]:
    """Lower-case words and single punctuation marks, accents stripped, as the BERT normalizer and pre-tokenizer do."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+|[^\w\s]|_", plain)


def build_vocabulary() -> dict[str, int]:
    """Token to id: special tokens, punctuation, endings, then words in alphabetical order."""
    rng = np.random.default_rng(0)
    texts = [describe(pick_sample(rng), rng)[0] for _ in range(20000)]
    lists = [
        FILLERS,
        ABSTRACT_FILLERS,
        LAND_FILLERS,
        list(WORDS),
        list(MODIFIERS),
        *MOODS.values(),
        *TONES.values(),
        *TYPICAL.values(),
        *SYNONYMS.values(),
    ]
    lists += (
        [names for _, names in GROUNDS.values()]
        + [names for *_, names in TIMES.values()]
        + [names for _, names in SHAPES.values()]
        + [list(PLURALS.values())]
    )
    words = {
        word
        for text in [*texts, *(text for texts in lists for text in texts)]
        for word in split(text)
        if word.isalnum()
    }
    tokens = [START, END, UNKNOWN, ",", ".", "&", *ENDINGS, *sorted(words)]
    return {token: index for index, token in enumerate(tokens)}


def pieces(word: str, vocabulary: dict[str, int]) -> list[int]:
    """Greedy longest match from the left; the unknown token where some rest has none."""
    found: list[int] = []
    at = 0
    while at < len(word):
        end = next((end for end in range(len(word), at, -1) if ("##" if at else "") + word[at:end] in vocabulary), 0)
        if end == 0:
            return [vocabulary[UNKNOWN]]
        found.append(vocabulary[("##" if at else "") + word[at:end]])
        at = end
    return found


def encode(text: str, vocabulary: dict[str, int]) -> np.ndarray:
    """Token ids int16 [LENGTH]: start, the words, the end, and ends to fill up."""
    ids = [token for word in split(text) for token in pieces(word, vocabulary)][: LENGTH - 2]
    ids = [vocabulary[START], *ids, vocabulary[END]]
    return np.array(ids + [vocabulary[END]] * (LENGTH - len(ids)), np.int16)


def write_json(path: Path, content: dict) -> None:
    """Indented by two, lists of plain values on one line, as the repository's formatter has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, indent=2, ensure_ascii=False)
    for inner in (r"[^][{}]*?", r"\[[^{}]*?\]"):
        text = re.sub(rf"\[\s+({inner})\s+\](?=,?\n)", lambda found: "[" + re.sub(r",\s+", ", ", found[1]) + "]", text)
    path.write_text(text + "\n")


def write_tokenizer(folder: Path, vocabulary: dict[str, int]) -> None:
    """tokenizer.json, tokenizer_config.json and special_tokens_map.json."""
    special = [
        {
            "id": vocabulary[t],
            "content": t,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for t in (START, END, UNKNOWN)
    ]
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": True,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": START, "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": END, "type_id": 0}},
            ],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {t: {"id": t, "ids": [vocabulary[t]], "tokens": [t]} for t in (START, END)},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 40,
            "vocab": vocabulary,
        },
    }
    names = {"bos_token": START, "eos_token": END, "pad_token": END, "unk_token": UNKNOWN}
    config = {
        **names,
        "model_max_length": LENGTH,
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": True,
    }
    for name, content in (
        ("tokenizer.json", tokenizer),
        ("tokenizer_config.json", config),
        ("special_tokens_map.json", names),
    ):
        write_json(folder / name, content)
