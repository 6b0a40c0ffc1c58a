"""What a scene is: how it is drawn and how it can be described."""
from collections.abc import Callable
from dataclasses import dataclass, field

from canvas import Canvas, Image
from colours import Colour


@dataclass
class Scene:
    """`draw` gives the picture. `subjects` are whole descriptions with {slots} for colours, `{all}` for the main ones
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
