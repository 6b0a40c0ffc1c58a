"""Abstract patterns: stripes, rays, rings, bokeh, facets, dots, tiles, rainbows."""

import math

import numpy as np

from canvas import Canvas, Image, along, cover, fill, noise, paint, paint_disc, ramp, vignette
from colours import DARK, parse_hex, pick_colour, pick_colours
from scene import Rng, Scene, backdrop, named, seed_of


def stripes(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, 2 if rng.random() < 0.6 else 3, mood)
    way = str(rng.choice(["vertical", "horizontal", "diagonal"]))
    angle = {"vertical": 0.0, "horizontal": math.pi / 2}.get(way, rng.choice([0.25, 0.75]) * math.pi)
    period, phase, wide = 0.0, rng.uniform(), rng.random() < 0.5
    period = (rng.uniform(0.22, 0.4) if wide else rng.uniform(0.12, 0.2)) * len(colours) / 2

    def draw(canvas: Canvas) -> Image:
        position = (canvas.x * math.cos(angle) + canvas.y * math.sin(angle)) / period + phase
        part = position % 1 * len(colours)
        image = fill(canvas, colours[0].rgb) + 0 * part[None]
        for k in range(1, len(colours)):
            distance = np.maximum(k - part, part - k - 1) * period / len(colours)
            paint(image, colours[k].rgb, cover(distance, canvas.pixel))
        return image

    subjects = [
        "{all} stripes",
        f"{way} {{all}} stripes",
        f"{{all}} {way} stripes",
        f"{way} stripes in {{all}}",
        "striped {all} background",
        "{all} striped pattern",
    ]
    return Scene("stripes", draw, named(colours), subjects, ["wide stripes" if wide else "narrow stripes"])


def rays(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, 2, mood)
    count, phase, centre = int(rng.integers(7, 15)), rng.uniform(0, 6), (0.5, rng.choice([0.5, 0.5, 1.0]))
    glow = rng.random() < 0.5

    def draw(canvas: Canvas) -> Image:
        dx, dy = canvas.x - centre[0] * canvas.width, canvas.y - centre[1] * canvas.height
        radius = np.hypot(dx, dy) + 1e-4
        wave = np.sin(np.arctan2(dy, dx) * count + phase)
        image = fill(canvas, colours[0].rgb)
        paint(image, colours[1].rgb, np.clip(0.5 + wave * radius / (count * canvas.pixel), 0, 1))
        if glow:
            paint(image, np.minimum(colours[1].rgb + 0.5, 1), 0.85 * np.exp(-((radius / 0.22) ** 2)))
        return image

    subjects = [
        "{all} sunburst",
        "{all} rays",
        "{a} and {b} light rays",
        "retro {all} sunburst",
        "{all} comic burst",
        "rays of {all}",
    ]
    return Scene("rays", draw, named(colours), subjects, ["glowing centre"] if glow else [])


def rings(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, 2, mood)
    centre = rng.uniform(0.3, 0.7, 2) if rng.random() < 0.5 else np.array([0.5, 0.5])
    period, phase, soft = rng.uniform(0.12, 0.26), rng.uniform(), rng.random() < 0.4

    def draw(canvas: Canvas) -> Image:
        radius = np.hypot(canvas.x - centre[0] * canvas.width, canvas.y - centre[1] * canvas.height)
        wave = np.cos((radius / period + phase) * 2 * math.pi)
        image = fill(canvas, colours[0].rgb)
        paint(
            image,
            colours[1].rgb,
            0.5 + 0.5 * wave if soft else np.clip(0.5 + wave * period / (2 * math.pi * canvas.pixel), 0, 1),
        )
        return image

    subjects = [
        "{all} concentric rings",
        "concentric {all} circles",
        "{all} target",
        "{all} ripples",
        "circular {all} pattern",
    ]
    return Scene("rings", draw, named(colours), subjects, ["soft ripples"] if soft else [])


def bokeh(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, int(rng.integers(1, 3)), mood)
    back = pick_colour(rng, DARK, "") if rng.random() < 0.6 else backdrop(rng, mood)
    count = int(rng.integers(14, 30))
    points, radii = rng.uniform(-0.05, 1.05, (count, 2)), rng.uniform(0.03, 0.11, count) * rng.uniform(0.8, 1.3)
    alphas, seed = rng.uniform(0.2, 0.75, count), seed_of(rng)

    def draw(canvas: Canvas) -> Image:
        image = fill(canvas, back.rgb)
        paint(image, colours[0].rgb, np.clip(0.14 + 0.2 * noise(canvas, seed, 1.5, 1), 0, 0.5))
        for k, ((px, py), r, alpha) in enumerate(zip(points, radii, alphas, strict=True)):
            rgb = np.minimum(colours[k % len(colours)].rgb * 1.1 + 0.08, 1)
            paint_disc(image, canvas, px * canvas.width, py * canvas.height, r, rgb, alpha, 0.012, 0.3)
        vignette(image, canvas, 0.3)
        return image

    subjects = [
        "{all} bokeh",
        "{all} bokeh lights",
        "{all} bokeh on {bg} background",
        "out of focus {all} lights",
        "{all} bokeh lights, {bg} background",
        "sparkling {all} bokeh",
    ]
    return Scene("bokeh", draw, named(colours, back), subjects)


def facets(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, int(rng.integers(1, 4)), mood)
    side, angle = int(rng.integers(4, 7)), rng.uniform(0, 2 * math.pi)
    jitter, light = rng.uniform(0.08, 0.92, (16, 16, 2)), rng.uniform(-1, 1, (16, 16))
    contrast = rng.uniform(0.12, 0.25)

    def draw(canvas: Canvas) -> Image:
        shape = (canvas.y.shape[0], canvas.x.shape[1])
        nearest, second = np.full(shape, 9, np.float32), np.full(shape, 9, np.float32)
        shade, far = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        where, beyond = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        for i in range(-1, int(side * canvas.height) + 1):
            for j in range(-1, int(side * canvas.width) + 1):
                cx, cy = (j + jitter[i % 16, j % 16, 0]) / side, (i + jitter[i % 16, j % 16, 1]) / side
                tone = float(
                    ((cx - canvas.width / 2) * math.cos(angle) + (cy - canvas.height / 2) * math.sin(angle)) / 1.3 + 0.5
                )
                distance = np.hypot(canvas.x - cx, canvas.y - cy)
                closer, middle = distance < nearest, (distance < second) & (distance >= nearest)
                second = np.where(closer, nearest, np.where(middle, distance, second))
                far = np.where(closer, shade, np.where(middle, light[i % 16, j % 16], far))
                beyond = np.where(closer, where, np.where(middle, tone, beyond))
                nearest = np.where(closer, distance, nearest)
                shade, where = np.where(closer, light[i % 16, j % 16], shade), np.where(closer, tone, where)
        mix = np.clip(0.5 - (second - nearest) / (2 * canvas.pixel), 0, 0.5)
        shade, where = shade + (far - shade) * mix, where + (beyond - where) * mix
        image = ramp([c.rgb for c in colours], where) if len(colours) > 1 else fill(canvas, colours[0].rgb)
        return image * (1 + contrast * 1.4 * shade)[None] + contrast * 0.2 * shade[None]

    subjects = [
        "{all} low poly",
        "low poly {all} background",
        "{all} crystal facets",
        "{all} polygons",
        "geometric {all} mosaic",
        "faceted {all} pattern",
    ]
    return Scene("facets", draw, named(colours), subjects)


def dots(rng: Rng, mood: str) -> Scene:
    colour, back = pick_colours(rng, 2, mood)
    period, share, staggered = rng.uniform(0.14, 0.26), rng.uniform(0.22, 0.36), rng.random() < 0.5
    offset = rng.uniform(0, 1, 2)

    def draw(canvas: Canvas) -> Image:
        v = canvas.y / period + offset[1]
        u = canvas.x / period + offset[0] + (0.5 * (np.floor(v) % 2) if staggered else 0)
        distance = np.hypot(u % 1 - 0.5, v % 1 - 0.5) - share
        image = fill(canvas, back.rgb)
        paint(image, colour.rgb, cover(distance * period, canvas.pixel))
        return image

    subjects = [
        "{a} polka dots on {bg} background",
        "{a} dots on {bg}",
        "{a} polka dots, {bg} background",
        "{bg} background with {a} dots",
        "{a} polka dots",
        "dotted {a} and {bg} pattern",
    ]
    return Scene("dots", draw, {"a": colour, "bg": back}, subjects)


def tiles(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, 2, mood)
    turned, period, offset = rng.random() < 0.35, rng.uniform(0.13, 0.28), rng.uniform(0, 1, 2)

    def draw(canvas: Canvas) -> Image:
        u, v = (
            (canvas.x + canvas.y, canvas.x - canvas.y) if turned else (canvas.x + 0 * canvas.y, canvas.y + 0 * canvas.x)
        )
        u, v = (u / period + offset[0]) * math.pi, (v / period + offset[1]) * math.pi
        edge = np.sin(u) * np.sin(v) * period / (math.pi * canvas.pixel)
        image = fill(canvas, colours[0].rgb)
        paint(image, colours[1].rgb, np.clip(0.5 + edge, 0, 1))
        return image

    subjects = [
        "{all} checkerboard",
        "{all} checkered pattern",
        "checkered {all} background",
        "{all} chess board",
        "{a} and {b} tiles",
    ]
    return Scene("tiles", draw, named(colours), subjects, ["diamond tiles"] if turned else [])


def rainbow(rng: Rng, mood: str) -> Scene:
    """All hues, in bands, blended or as an arc."""
    form = str(rng.choice(["blended", "bands", "arc"]))
    hues = [parse_hex(h) for h in ("e8322e", "f78f1e", "f9dd33", "35ad4b", "1fa5e0", "3b4fb8", "8437b4")]
    angle, light, back = (
        rng.choice([0.0, 0.25, 0.5]) * math.pi,
        rng.uniform(0, 0.45) if mood != "neon" else 0.0,
        pick_colour(rng, ["azure", "white", "black", "navy", "mint"], ""),
    )
    hues = [h + (1 - h) * light for h in hues]

    def draw(canvas: Canvas) -> Image:
        if form == "blended":
            return ramp(hues, along(canvas, angle))
        if form == "bands":
            part = along(canvas, angle) * 7
            image = fill(canvas, hues[0]) + 0 * part[None]
            for k in range(1, 7):
                paint(image, hues[k], np.clip(0.5 + (part - k) / (7 * canvas.pixel), 0, 1))
            return image
        radius = np.hypot(canvas.x - 0.5 * canvas.width, canvas.y - 0.95 * canvas.height)
        image = fill(canvas, back.rgb)
        for k, hue in enumerate(hues):
            paint(image, hue, cover(radius - (0.72 - 0.055 * k), canvas.pixel))
        paint(image, back.rgb, cover(radius - (0.72 - 0.055 * 7), canvas.pixel))
        return image

    if form == "arc":
        return Scene(
            "rainbow arc",
            draw,
            {"bg": back},
            ["rainbow on {bg} background", "rainbow arc, {bg} background", "a rainbow on {bg}", "rainbow arch"],
        )
    name = "gradient" if form == "blended" else "stripes"
    return Scene(
        f"rainbow {form}",
        draw,
        {},
        [
            f"rainbow {name}",
            f"rainbow colours {name}",
            f"{name} in all colours of the rainbow",
            f"colorful rainbow {name}",
            f"multicoloured {name}",
            f"spectrum {name}",
        ],
    )


PATTERNS = {stripes: 2.5, rays: 1.6, rings: 1.8, bokeh: 1.6, facets: 0.8, dots: 2.2, tiles: 1.4, rainbow: 0.4}
