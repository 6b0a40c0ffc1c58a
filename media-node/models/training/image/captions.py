"""Draws scenes and says what is in them: random scenes, several wordings of each, and the facts that a wording states.

A description never says anything untrue of its image and often leaves
something out. Words without meaning for the image (fillers, unknown words)
are mixed in, so that the model learns to read over them.
"""

import re
from dataclasses import dataclass

import numpy as np

from canvas import Canvas, Image, vignette
from colours import Colour
from field_scenes import FIELDS
from landscape_scenes import LANDSCAPES
from pattern_scenes import PATTERNS
from scene import Rng, Scene
from shape_scenes import SHAPED

SLOTS = ("a", "b", "c", "d", "bg", "s")

MOODS: dict[str, list[str]] = {
    "warm": ["warm colours", "warm tones", "warm", "cozy", "fiery", "hot colours", "autumn", "autumn colours", "fire"],
    "cool": ["cool colours", "cool tones", "cold", "icy", "cold colours", "fresh", "winter colours", "frozen"],
    "pastel": [
        "pastel colours",
        "pastel",
        "pastel tones",
        "soft colours",
        "delicate",
        "spring colours",
        "gentle colours",
    ],
    "neon": [
        "neon colours",
        "neon",
        "electric",
        "cyberpunk",
        "synthwave",
        "glowing colours",
        "vaporwave",
        "party lights",
        "retrowave",
    ],
    "muted": ["muted colours", "vintage", "faded", "desaturated", "muted tones", "retro colours"],
    "monochrome": ["black and white", "monochrome", "greyscale", "grayscale", "colourless"],
}
TONES: dict[str, list[str]] = {
    "dark": ["dark", "moody", "dark mood", "dramatic", "low light", "very dark", "dim", "shadowy"],
    "bright": ["bright", "light", "airy", "cheerful", "very bright", "luminous", "high key"],
}
FILLERS = [
    "beautiful",
    "background",
    "wallpaper",
    "4k",
    "hd",
    "high quality",
    "minimalist",
    "minimal",
    "simple",
    "modern",
    "elegant",
    "for a title card",
    "title card background",
    "thumbnail background",
    "video thumbnail",
    "backdrop",
    "banner",
    "illustration",
    "digital art",
    "stunning",
    "professional",
    "clean",
    "design",
    "template",
    "texture",
    "highly detailed",
    "artistic",
    "creative",
    "flat design",
    "vector art",
    "poster",
    "cover",
    "presentation slide",
    "stream overlay",
    "youtube thumbnail",
    "intro screen",
    "end screen",
    "a picture of",
    "nice",
    "cool background",
    "amazing",
    "render",
    "scene",
]
ABSTRACT_FILLERS = [
    "abstract",
    "abstract background",
    "abstract art",
    "pattern",
    "graphic",
    "geometric",
    "decorative",
    "stylish",
    "dynamic",
    "energetic",
]
LAND_FILLERS = [
    "landscape",
    "nature",
    "scenery",
    "view",
    "peaceful",
    "calm",
    "tranquil",
    "serene",
    "panorama",
    "epic",
    "cinematic",
    "quiet",
    "dreamy",
    "scenic",
]
TYPICAL = {
    "sea": ["blue"],
    "hills": ["green", "lush green"],
    "desert": ["golden", "sandy", "yellow"],
    "forest": ["green", "dark green"],
    "snow": ["white"],
    "mountains": ["blue", "gray"],
}
SYNONYMS = {
    "background": ["background", "backdrop", "wallpaper"],
    "colours": ["colours", "colors", "hues", "shades"],
    "colour": ["colour", "color"],
    "centre": ["centre", "center", "middle"],
    "grey": ["grey", "gray"],
    "gray": ["gray", "grey"],
    "glowing": ["glowing", "shining", "luminous"],
    "big": ["big", "large", "huge"],
    "small": ["small", "little", "tiny"],
    "several": ["several", "some", "a few"],
    "gradient": ["gradient", "fade", "blend"],
    "blurred": ["blurred", "defocused", "blurry"],
    "red": ["red"] * 9 + ["reddish"],
    "blue": ["blue"] * 9 + ["bluish"],
    "green": ["green"] * 9 + ["greenish"],
    "northern": ["northern", "polar"],
    "starry": ["starry", "star filled", "starlit"],
    "flowing": ["flowing", "wavy", "curved"],
}
DROPPABLE = {"on", "a", "of", "with", "in", "the", "and", "background", ","}


@dataclass
class Sample:
    """A scene with its mood and tone, ready to be drawn and described."""

    scene: Scene
    mood: str
    tone: str

    def draw(self, canvas: Canvas) -> Image:
        """The image [3, h, w] in 0..1, float32."""
        image = np.clip(self.scene.draw(canvas), 0, 1)
        if self.tone == "dark":
            image = image * 0.5
            vignette(image, canvas, 0.35)
        elif self.tone == "bright":
            image = 1 - (1 - image) * 0.55
        return image.astype(np.float32)


def pick_sample(rng: Rng) -> Sample:
    """A random scene of a random kind."""
    makers = {**FIELDS, **PATTERNS, **SHAPED, **LANDSCAPES}
    weights = np.array(list(makers.values()))
    maker = list(makers)[int(rng.choice(len(weights), p=weights / weights.sum()))]
    mood = str(rng.choice(list(MOODS))) if rng.random() < 0.3 else ""
    tone = str(rng.choice(list(TONES))) if rng.random() < 0.22 else ""
    if maker in LANDSCAPES:
        mood = ""
    return Sample(maker(rng, mood), mood, tone)


def join_colours(colours: list[Colour], rng: Rng) -> str:
    phrases = [c.phrase for c in colours]
    if len(phrases) == 1:
        return phrases[0]
    if len(phrases) == 2:
        return str(rng.choice([" and ", " and ", " & ", " "])).join(phrases)
    return ", ".join(phrases[:-1]) + str(rng.choice([" and ", ", "])) + phrases[-1]


def fill_slots(template: str, scene: Scene, rng: Rng) -> tuple[str, set[str]]:
    """The template with its colours said, and which slots that says."""
    main = [slot for slot in "abcd" if slot in scene.colours]
    said = {slot for slot in SLOTS if f"{{{slot}}}" in template} | (set(main) if "{all}" in template else set())
    words = {slot: colour.phrase for slot, colour in scene.colours.items()}
    if main:
        words["all"] = join_colours([scene.colours[slot] for slot in main], rng)
    return template.format(**words), said


def vary(text: str, rng: Rng) -> str:
    """Synonyms, dropped small words, now and then a word that is not in the vocabulary."""
    words: list[str] = []
    for word in re.findall(r"[a-z0-9]+|[^\sa-z0-9]", text.lower()):
        if word in DROPPABLE and rng.random() < 0.1:
            continue
        words.append(str(rng.choice(SYNONYMS[word])) if word in SYNONYMS else word)
    if rng.random() < 0.15:
        words.insert(int(rng.integers(len(words) + 1)), "\u00bf")
    return " ".join(words)


def describe(sample: Sample, rng: Rng) -> tuple[str, list[str], set[str]]:
    """A description, the facts that it states, and the colour slots that it names."""
    scene = sample.scene
    land = scene.kind.startswith("land")
    facts = [f"kind {scene.kind}", *scene.facts]
    if "bg" not in scene.colours and not land and "a" in scene.colours and rng.random() < 0.15:
        text, said = fill_slots("{all} background" if rng.random() < 0.6 else "{all}", scene, rng)
        facts = []
    else:
        text, said = fill_slots(str(rng.choice(scene.subjects)), scene, rng)
    parts = []
    if len(scene.colours) >= 3 and "c" in scene.colours and rng.random() < 0.2:
        parts.append(str(rng.choice(["colourful", "colorful", "multicoloured", "vibrant"])))
    usual = TYPICAL.get(scene.kind.split()[-1]) if land and "a" not in scene.colours and "time day" in facts else None
    if usual and rng.random() < 0.4:
        text = f"{rng.choice(usual)} {text}" if rng.random() < 0.5 else text
    for extra in scene.extras:
        if rng.random() < 0.45:
            parts.append(extra)
            facts.append(f"extra {extra}")
    if sample.mood and rng.random() < 0.85:
        parts.append(str(rng.choice(MOODS[sample.mood])))
        facts.append(f"mood {sample.mood}")
    if sample.tone and rng.random() < 0.9:
        parts.append(str(rng.choice(TONES[sample.tone])))
        facts.append(f"tone {sample.tone}")
    for _ in range(2):
        if rng.random() < 0.3:
            parts.append(str(rng.choice(FILLERS + (LAND_FILLERS if land else ABSTRACT_FILLERS) * 2)))
    facts += [f"{slot} {scene.colours[slot].word}" for slot in said]
    facts += [f"{slot} {scene.colours[slot].modifier}" for slot in said if scene.colours[slot].modifier]
    return vary(arrange(text, parts, rng), rng), facts, said


def arrange(text: str, parts: list[str], rng: Rng) -> str:
    """The description proper with its further phrases before and after, by commas or none."""
    order = rng.permutation(len(parts))
    before = [parts[k] for k in order if rng.random() < 0.3]
    after = [part for part in (parts[k] for k in order) if part not in before]
    comma = str(rng.choice([", ", ", ", " "]))
    return (
        comma.join(before)
        + (" " if before and rng.random() < 0.5 else comma if before else "")
        + comma.join([text, *after])
    )
