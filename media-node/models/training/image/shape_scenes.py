"""Geometric shapes, one or several, by signed distance functions (after Inigo Quilez's collection of 2-D distances)."""

import math
from collections.abc import Callable

import numpy as np

from canvas import Canvas, Image, cover, fill, noise, paint, paint_disc, ramp, smooth
from colours import Colour, pick_colour, pick_colours
from scene import Rng, Scene, backdrop, named, seed_of

Distance = Callable[[Image, Image, float], Image]


def polygon(sides: int, turn: float) -> Distance:
    """A regular polygon of a circumradius; turn 0 has a corner on top."""

    def distance(x: Image, y: Image, radius: float) -> Image:
        angles = [turn + math.pi / sides + 2 * math.pi * k / sides - math.pi / 2 for k in range(sides)]
        planes = [x * math.cos(a) + y * math.sin(a) for a in angles]
        return np.maximum.reduce(
            [np.broadcast_to(p, np.broadcast_shapes(x.shape, y.shape)) for p in planes]
        ) - radius * math.cos(math.pi / sides)

    return distance


def star(x: Image, y: Image, radius: float) -> Image:
    """Five points: the distance to the nearest outer edge in one folded sector."""
    sector = 2 * math.pi / 5
    angle = np.abs((np.arctan2(x, -y) + sector / 2) % sector - sector / 2)
    length = np.hypot(x, y)
    px, py = length * np.cos(angle), length * np.sin(angle)
    tip, notch = np.array([radius, 0.0]), radius * 0.45 * np.array([math.cos(sector / 2), math.sin(sector / 2)])
    edge = notch - tip
    share = np.clip(((px - tip[0]) * edge[0] + py * edge[1]) / (edge @ edge), 0, 1)
    side = np.sign((px - tip[0]) * edge[1] - py * edge[0])
    return side * np.hypot(px - tip[0] - share * edge[0], py - share * edge[1])


def heart(x: Image, y: Image, radius: float) -> Image:
    px, py = np.abs(x) / (radius * 1.55), (0.62 - y / (radius * 1.55)) - 0.08
    upper = np.hypot(px - 0.25, py - 0.75) - math.sqrt(2) / 4
    m = np.maximum(px + py, 0) / 2
    lower = np.sqrt(np.minimum(px * px + (py - 1) ** 2, (px - m) ** 2 + (py - m) ** 2)) * np.sign(px - py)
    return (np.where(px + py > 1, upper, lower) * radius * 1.55).astype(np.float32)


def crescent(x: Image, y: Image, radius: float) -> Image:
    return np.maximum(np.hypot(x, y) - radius, radius * 0.85 - np.hypot(x - radius * 0.45, y + radius * 0.15))


def cross(x: Image, y: Image, radius: float) -> Image:
    ax, ay, arm = np.abs(x) + 0 * y, np.abs(y) + 0 * x, radius * 0.32
    return np.minimum(np.maximum(ax - arm, ay - radius), np.maximum(ax - radius, ay - arm))


SHAPES: dict[str, tuple[Distance, list[str]]] = {
    "circle": (lambda x, y, r: np.hypot(x, y) - r, ["circle", "disc", "ball", "dot"]),
    "ring": (lambda x, y, r: np.abs(np.hypot(x, y) - r * 0.82) - r * 0.18, ["ring", "circle outline", "hoop"]),
    "square": (polygon(4, math.pi / 4), ["square", "box"]),
    "diamond": (polygon(4, 0), ["diamond", "rhombus"]),
    "triangle": (polygon(3, 0), ["triangle", "pyramid"]),
    "pentagon": (polygon(5, 0), ["pentagon"]),
    "hexagon": (polygon(6, math.pi / 6), ["hexagon"]),
    "star": (star, ["star", "five pointed star"]),
    "heart": (heart, ["heart", "love heart"]),
    "crescent": (crescent, ["crescent", "half moon"]),
    "cross": (cross, ["cross", "plus sign"]),
}
PLURALS = {
    "circle": "circles",
    "disc": "discs",
    "ball": "balls",
    "box": "boxes",
    "rhombus": "rhombuses",
    "cross": "crosses",
}
PLACES = {
    "": (0.5, 0.5),
    "on the left": (0.27, 0.5),
    "on the right": (0.73, 0.5),
    "at the top": (0.5, 0.28),
    "at the bottom": (0.5, 0.72),
}


def behind(canvas: Canvas, back: Colour, style: str) -> Image:
    """Plain, or lighter towards the middle, or darker towards the bottom."""
    if style == "plain":
        return fill(canvas, back.rgb)
    if style == "vertical":
        return ramp([np.minimum(back.rgb * 1.15 + 0.03, 1), back.rgb * 0.75], canvas.y / canvas.height + 0 * canvas.x)
    d = np.hypot(canvas.x / canvas.width - 0.5, canvas.y / canvas.height - 0.5) / 0.7
    return ramp([np.minimum(back.rgb * 1.15 + 0.05, 1), back.rgb * 0.75], d)


def contrasting(rng: Rng, mood: str) -> tuple[Colour, Colour]:
    """A shape's colour and a background that it stands out from."""
    colour = pick_colours(rng, 1, mood)[0]
    back = backdrop(rng, mood)
    for _ in range(30):
        if float(np.abs(colour.rgb - back.rgb).sum()) > 0.6:
            break
        back = backdrop(rng, mood if mood != "monochrome" else "")
    return colour, back


def single(rng: Rng, mood: str) -> Scene:
    """One shape, its place and size said or not, plain or shaded or glowing."""
    name = str(rng.choice(list(SHAPES)))
    distance_of, words = SHAPES[name]
    colour, back = contrasting(rng, mood)
    place = str(rng.choice(list(PLACES))) if rng.random() < 0.55 else ""
    size = str(rng.choice(["", "", "big", "small"]))
    radius = {"big": rng.uniform(0.36, 0.42), "small": rng.uniform(0.1, 0.14)}.get(size, rng.uniform(0.2, 0.3))
    finish = str(rng.choice(["plain", "plain", "shaded", "glowing", "shadow"]))
    style = str(rng.choice(["plain", "plain", "vertical", "radial"]))
    spot = np.array(PLACES[place]) + rng.uniform(-0.015, 0.015, 2)

    def draw(canvas: Canvas) -> Image:
        image = behind(canvas, back, style)
        x, y = canvas.x - spot[0] * canvas.width, canvas.y - spot[1] * canvas.height
        distance = distance_of(x, y, radius)
        if finish == "glowing":
            paint(image, np.minimum(colour.rgb + 0.15, 1), 0.75 * np.exp(-np.maximum(distance, 0) / 0.07))
        if finish == "shadow":
            paint(image, back.rgb * 0.35, 0.55 * smooth(1 - (distance_of(x - 0.02, y - 0.035, radius) + 0.01) / 0.06))
        body = colour.rgb
        if finish == "shaded":
            body = ramp(
                [np.minimum(colour.rgb * 1.2 + 0.12, 1), colour.rgb, colour.rgb * 0.6],
                0.5 + (0.7 * x + y) / (2.4 * radius),
            )
        paint(image, body, cover(distance, canvas.pixel))
        return image

    word = str(rng.choice(words))
    full = f"{size} {{a}} {word}".strip() if size else f"{{a}} {word}"
    bare = f"{size} {word}".strip()
    glow = "glowing " if finish == "glowing" else ""
    where = f" {place}" if place else ""
    subjects = [
        f"{glow}{full} on {{bg}} background",
        f"{full}{where} on a {{bg}} background",
        f"{glow}{full}{where}, {{bg}} background",
        f"{{bg}} background with a {glow}{full}{where}",
        f"a {full}{where}",
        f"{glow}{bare}{where}",
        f"{glow}{full} on {{bg}}",
        f"a single {full}{where} on {{bg}}",
    ]
    extras = (
        [] if finish == "plain" else [{"shaded": "shaded", "glowing": "glowing", "shadow": "with a shadow"}[finish]]
    )
    return Scene(f"shape {name}", draw, {"a": colour, "bg": back}, subjects, extras + ([place] if place else []))


def many(rng: Rng, mood: str) -> Scene:
    """Several of one shape: a row of three or scattered over the image."""
    name = str(rng.choice(list(SHAPES)))
    distance_of, words = SHAPES[name]
    colours = list(pick_colours(rng, int(rng.integers(1, 4)), mood))
    back = backdrop(rng, mood)
    for _ in range(30):
        if min(float(np.abs(c.rgb - back.rgb).sum()) for c in colours) > 0.5:
            break
        back = pick_colour(rng)
    row = rng.random() < 0.35
    count = 3 if row else int(rng.integers(6, 15))
    radii = np.full(3, rng.uniform(0.1, 0.13)) if row else rng.uniform(0.05, 0.12, count)
    spots = np.stack([np.array([0.2, 0.5, 0.8]), np.full(3, 0.5)], 1) if row else scatter(rng, count)
    turns = np.zeros(count) if row else rng.uniform(-0.4, 0.4, count)

    def draw(canvas: Canvas) -> Image:
        image = behind(canvas, back, "plain")
        for k, ((px, py), r, turn) in enumerate(zip(spots, radii, turns, strict=True)):
            x, y = canvas.x - px * canvas.width, canvas.y - py * canvas.height
            u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
            paint(image, colours[k % len(colours)].rgb, cover(distance_of(u, v, float(r)), canvas.pixel))
        return image

    word = str(rng.choice(words))
    plural = PLURALS.get(word, word + "s")
    lead = "three " if row else str(rng.choice(["", "many ", "scattered ", "several "]))
    subjects = [
        f"{lead}{{all}} {plural} on {{bg}} background",
        f"{lead}{{all}} {plural}",
        f"{lead}{plural} in {{all}}, {{bg}} background",
        f"{{bg}} background with {lead}{{all}} {plural}",
        f"{lead}{{all}} {plural} pattern",
    ]
    return Scene(
        f"{'row' if row else 'many'} {name}", draw, named(colours, back), subjects, ["in a row" if row else "confetti"]
    )


def scatter(rng: Rng, count: int) -> np.ndarray:
    """Random points that keep their distance: the farthest of a few candidates each."""
    points = [rng.uniform(0.05, 0.95, 2)]
    while len(points) < count:
        candidates = rng.uniform(0.03, 0.97, (8, 2))
        gaps = np.linalg.norm(candidates[:, None] - np.array(points)[None], axis=2).min(1)
        points.append(candidates[int(gaps.argmax())])
    return np.array(points)


def planet(rng: Rng, mood: str) -> Scene:
    """A shaded planet among stars, with or without rings."""
    colour, back = pick_colours(rng, 1, mood)[0], pick_colour(rng, ["black", "navy", "indigo", "charcoal"], "")
    radius, ringed, spot = rng.uniform(0.2, 0.32), rng.random() < 0.5, rng.uniform(0.42, 0.58, 2)
    stars, sizes, seed, light = (
        rng.uniform(0, 1, (60, 2)),
        rng.uniform(0.003, 0.009, 60),
        seed_of(rng),
        rng.choice([-1.0, 1.0]),
    )

    def draw(canvas: Canvas) -> Image:
        image = fill(canvas, back.rgb)
        paint(image, colour.rgb, np.clip(0.18 + 0.25 * noise(canvas, seed, 1.5, 2), 0, 0.4))
        for (sx, sy), size in zip(stars, sizes, strict=True):
            paint_disc(image, canvas, sx * canvas.width, sy * canvas.height, size, np.ones(3), 0.9)
        x, y = canvas.x - spot[0] * canvas.width, canvas.y - spot[1] * canvas.height
        body = ramp(
            [colour.rgb * 0.12, colour.rgb * 0.75, np.minimum(colour.rgb * 1.15 + 0.12, 1)],
            0.5 + (light * x - 0.5 * y) / (2.1 * radius),
        )
        body = body * (1 + 0.12 * np.sin((y + 0.15 * x) * 60 * 0.25 / radius))[None]
        paint(image, body, cover(np.hypot(x, y) - radius, canvas.pixel))
        if ringed:
            u, v = x * 0.94 + y * 0.34, (y * 0.94 - x * 0.34) / 0.28
            band = cover(np.abs(np.hypot(u, v) - radius * 1.6) - radius * 0.2, canvas.pixel * 2)
            front = np.clip(0.5 + (y * 0.94 - x * 0.34) / canvas.pixel, 0, 1)
            paint(
                image,
                np.minimum(colour.rgb * 0.6 + 0.35, 1),
                0.85 * band * np.maximum(front, cover(radius - np.hypot(x, y), canvas.pixel)),
            )
        return image

    subjects = [
        "{a} planet in space",
        "{a} planet among stars",
        "a {a} planet, {bg} space",
        "{a} planet on {bg} background",
        "planet in outer space",
    ]
    return Scene(
        "planet",
        draw,
        {"a": colour, "bg": back},
        subjects,
        ["with rings"] if ringed else [],
        ["rings"] if ringed else [],
    )


SHAPED = {single: 9.0, many: 3.5, planet: 1.0}
