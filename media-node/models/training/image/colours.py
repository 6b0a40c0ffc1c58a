"""Colour words, what they mean in RGB, and sets of them that go together.

A word with a modifier ("dark blue") is a colour of its own: the modifier moves
the word's RGB. Every drawn colour is a jittered copy, so that a word stands
for a neighbourhood and not for a point.
"""

from dataclasses import dataclass

import numpy as np

WORDS: dict[str, str] = {
    "red": "e01f26",
    "crimson": "b8122f",
    "scarlet": "f02a1d",
    "maroon": "6b1020",
    "burgundy": "701530",
    "orange": "f58216",
    "tangerine": "f98a1f",
    "amber": "f7b01c",
    "rust": "a8451c",
    "coral": "f9785f",
    "salmon": "f69280",
    "peach": "fbc19d",
    "apricot": "fbb586",
    "copper": "b5683a",
    "bronze": "a0702e",
    "brown": "75492a",
    "chocolate": "532f1d",
    "tan": "cfac80",
    "beige": "e8dac0",
    "sand": "dfc393",
    "cream": "f8f0d8",
    "ivory": "f7f3e4",
    "gold": "e0aa2c",
    "golden": "e5ac2c",
    "mustard": "cf9c24",
    "yellow": "fadf28",
    "lemon": "f7ea55",
    "lime": "9fdc2a",
    "green": "2da344",
    "emerald": "12a06a",
    "olive": "7c8030",
    "sage": "a4b795",
    "mint": "a3ebc8",
    "jade": "23a678",
    "teal": "148484",
    "turquoise": "2ccabf",
    "aqua": "41dcdc",
    "cyan": "1bcbec",
    "azure": "2a93f0",
    "blue": "1f56d8",
    "navy": "11214f",
    "cobalt": "1c46a8",
    "sapphire": "173f9f",
    "indigo": "40249a",
    "violet": "7c33d6",
    "purple": "782da8",
    "lavender": "b9a4e6",
    "lilac": "c5a6dc",
    "plum": "7a2d68",
    "magenta": "db1fae",
    "fuchsia": "ea2aa8",
    "pink": "f67db4",
    "rose": "ea5a84",
    "white": "fafafa",
    "silver": "c3c8cf",
    "gray": "858a90",
    "grey": "858a90",
    "charcoal": "36393e",
    "black": "0d0d10",
}
PLAIN = (
    "red orange yellow green teal cyan blue purple pink white black gold gray navy turquoise magenta brown violet"
).split()
WARM = (
    "red orange amber gold golden yellow coral peach crimson scarlet rust salmon apricot tangerine copper rose".split()
)
COOL = "blue teal cyan turquoise navy azure indigo aqua mint cobalt sapphire violet silver".split()
DARK = "black navy charcoal maroon indigo".split()
LIGHT = "white cream ivory beige silver mint peach lavender".split()
NEUTRAL = "white black gray silver charcoal".split()
SETS = [
    line.split()
    for line in (
        "navy blue cyan",
        "purple magenta pink",
        "purple blue pink",
        "orange pink purple",
        "teal turquoise mint",
        "gold black white",
        "navy gold white",
        "red orange yellow",
        "coral peach cream",
        "green lime yellow",
        "emerald teal navy",
        "black red gray",
        "blue white cyan",
        "indigo violet lavender",
        "brown tan beige",
        "rust mustard teal",
        "rose gold cream",
        "charcoal silver white",
        "black cyan magenta",
        "black pink blue",
        "black lime cyan",
        "pink lavender azure",
        "olive sage sand",
        "burgundy rose peach",
        "teal orange cream",
        "yellow white gray",
        "green white mint",
        "magenta orange yellow",
        "blue orange white",
        "red white blue",
    )
]
MODIFIERS = ("dark", "deep", "light", "pale", "pastel", "bright", "vivid", "neon", "muted", "soft")


@dataclass(frozen=True)
class Colour:
    """A colour as it is said and as it is drawn."""

    word: str
    modifier: str
    rgb: np.ndarray

    @property
    def phrase(self) -> str:
        return f"{self.modifier} {self.word}".strip()


def parse_hex(text: str) -> np.ndarray:
    return np.array([int(text[i : i + 2], 16) for i in (0, 2, 4)], np.float32) / 255


def saturate(rgb: np.ndarray, factor: float) -> np.ndarray:
    """Moves a colour away from its own grey (factor above 1) or towards it."""
    grey = float(rgb @ np.array([0.3, 0.59, 0.11], np.float32))
    return np.clip(grey + (rgb - grey) * factor, 0, 1)


def modify(rgb: np.ndarray, modifier: str) -> np.ndarray:
    """What a modifier makes of a colour."""
    match modifier:
        case "dark" | "deep":
            return rgb * (0.45 if modifier == "dark" else 0.62)
        case "light" | "pale":
            return rgb + (1 - rgb) * 0.55
        case "pastel" | "soft":
            return saturate(rgb + (1 - rgb) * 0.55, 0.85)
        case "bright" | "vivid":
            return saturate(rgb, 1.4)
        case "neon":
            rgb = saturate(rgb, 1.8)
            return rgb / max(0.35, float(rgb.max()))
        case "muted":
            return saturate(rgb, 0.5)
    return rgb


def make_colour(word: str, modifier: str, rng: np.random.Generator) -> Colour:
    rgb = modify(parse_hex(WORDS[word]), modifier)
    rgb = rgb * rng.uniform(0.93, 1.07) + rng.uniform(-0.025, 0.025, 3)
    return Colour(word, modifier, np.clip(rgb, 0, 1).astype(np.float32))


def pick_modifier(word: str, rng: np.random.Generator) -> str:
    if word in NEUTRAL or word in DARK or word in LIGHT or rng.random() < 0.72:
        return ""
    return str(rng.choice(MODIFIERS))


def pick_colour(rng: np.random.Generator, words: list[str] | None = None, modifier: str | None = None) -> Colour:
    """One colour out of some words (all of them by default, the plain ones more often)."""
    if words is None:
        words = PLAIN if rng.random() < 0.6 else list(WORDS)
    word = str(rng.choice(words))
    return make_colour(word, pick_modifier(word, rng) if modifier is None else modifier, rng)


def pick_colours(rng: np.random.Generator, count: int, mood: str = "") -> list[Colour]:
    """Colours that differ visibly; a mood narrows the choice, otherwise half of the time a set that goes together."""
    modifier = {"pastel": "pastel", "neon": "neon", "muted": "muted"}.get(mood)
    words = {"warm": WARM, "cool": COOL, "monochrome": NEUTRAL}.get(mood)
    if words is None and mood == "" and rng.random() < 0.5:
        words = list(SETS[rng.integers(len(SETS))])
    chosen: list[Colour] = []
    for _ in range(40):
        colour = pick_colour(rng, words, modifier)
        if all(float(np.abs(colour.rgb - other.rgb).sum()) > 0.35 for other in chosen):
            chosen.append(colour)
        if len(chosen) == count:
            return chosen
        if len(words or ()) <= count:
            words = None
    return chosen + [pick_colour(rng) for _ in range(count - len(chosen))]
