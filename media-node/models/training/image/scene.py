"""What a scene is: how it is drawn and how it can be described."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from canvas import Canvas, Image
from colours import DARK, LIGHT, Colour, pick_colour, pick_colours

Rng = np.random.Generator


@dataclass
class Scene:
    """`draw` gives the image. `subjects` are whole descriptions with {slots} for colours, `{all}` for the main ones
    together; `extras` are further true phrases; `facts` are what a description of it always says."""

    kind: str
    draw: Callable[[Canvas], Image]
    colours: dict[str, Colour]
    subjects: list[str]
    extras: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)


def named(colours: list[Colour], background: Colour | None = None) -> dict[str, Colour]:
    """Slots a, b, c ... and bg."""
    slots = dict(zip("abcd", colours, strict=False))
    if background is not None:
        slots["bg"] = background
    return slots


def seed_of(rng: Rng) -> int:
    return int(rng.integers(1 << 31))


def backdrop(rng: Rng, mood: str) -> Colour:
    """A colour for behind: dark for neon, light for pastel, else any."""
    if mood == "neon" or rng.random() < 0.3:
        return pick_colour(rng, DARK, "")
    if mood == "pastel" or rng.random() < 0.35:
        return pick_colour(rng, LIGHT, "")
    return pick_colours(rng, 1, mood)[0]
