"""Soft abstract backgrounds: plain ones, gradients, waves, silk, blobs, liquid, glow, smoke."""

import math

import numpy as np

from canvas import Canvas, Image, along, below, cover, curve, fill, noise, paint, ramp, smooth, vignette
from colours import DARK, pick_colour, pick_colours
from scene import Rng, Scene, backdrop, named, seed_of


def plain(rng: Rng, mood: str) -> Scene:
    """One colour, flat or lit from somewhere or a little uneven: what a bare "blue background" asks for."""
    colour = pick_colours(rng, 1, mood)[0]
    style, angle, seed = str(rng.choice(["flat", "lit", "middle", "uneven"])), rng.uniform(0, 2 * math.pi), seed_of(rng)

    def draw(canvas: Canvas) -> Image:
        image = fill(canvas, colour.rgb) + np.zeros((canvas.y.shape[0], canvas.x.shape[1]), np.float32)
        if style == "lit":
            image *= 0.78 + 0.4 * along(canvas, angle)
        elif style == "middle":
            image *= 1.1
            vignette(image, canvas, 0.45)
        elif style == "uneven":
            image *= 1 + 0.13 * noise(canvas, seed, 1.6, 2)
        return image

    subjects = [
        "{a} background",
        "{a} wallpaper",
        "simple {a} background",
        "{a}",
        "{a} backdrop",
        "minimal {a} background",
        "clean {a} background",
        "a {a} picture",
        "{a} colour",
    ]
    return Scene("plain", draw, named([colour]), subjects)


def gradient(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, 2 if rng.random() < 0.6 else 3, mood)
    way = str(rng.choice(["vertical", "horizontal", "diagonal", "radial", "smooth"]))
    angle = {"vertical": math.pi / 2, "horizontal": 0.0, "diagonal": rng.choice([0.25, 0.75]) * math.pi}.get(
        way, rng.uniform(0, 2 * math.pi)
    )
    warp, seed, centre = rng.uniform(0, 0.25) * (way == "smooth"), seed_of(rng), rng.uniform(0.35, 0.65, 2)

    def draw(canvas: Canvas) -> Image:
        if way == "radial":
            t = np.hypot(canvas.x - centre[0] * canvas.width, canvas.y - centre[1] * canvas.height) / 0.72
        else:
            t = along(canvas, angle) * 1.1 - 0.05
        if warp:
            t = t + warp * noise(canvas, seed, 1.5, 1)
        return ramp([c.rgb for c in colours], t)

    subjects = [
        "{all} gradient",
        "gradient from {a} to {b}",
        "{a} to {b} gradient",
        "gradient of {all}",
        "{all} gradient background",
    ]
    extras = [] if way == "smooth" else [f"{way} gradient" if way != "radial" else "radial gradient"]
    return Scene("gradient", draw, named(colours), subjects if len(colours) == 2 else subjects[0::3], extras)


def waves(rng: Rng, mood: str) -> Scene:
    calm = rng.random() < 0.4
    colours, back = pick_colours(rng, 2, mood), backdrop(rng, mood)
    count = int(rng.integers(3, 7))
    amplitude = rng.uniform(0.02, 0.06) if calm else rng.uniform(0.06, 0.14)
    seeds, start, shadow = [seed_of(rng) for _ in range(count)], rng.uniform(0.2, 0.5), rng.uniform(0.1, 0.45)

    def draw(canvas: Canvas) -> Image:
        image = ramp([back.rgb * 0.92, back.rgb], canvas.y + 0 * canvas.x)
        for k, seed in enumerate(seeds):
            share = k / (count - 1)
            height = canvas.height * (start + (0.97 - start) * share) + amplitude * curve(
                canvas, seed, 1.3, 2, roughness=0.25
            )
            depth = height - canvas.y
            paint(image, image * 0.55, shadow * np.exp(-np.maximum(depth, 0) / 0.035) * (depth > 0))
            tint = colours[0].rgb + (colours[1].rgb - colours[0].rgb) * share
            layer = ramp([np.minimum(tint * 1.12 + 0.03, 1), tint * 0.88], np.clip(-depth / 0.3, 0, 1))
            paint(image, layer, below(height, canvas))
        return image

    subjects = [
        "{all} waves",
        "{a} and {b} waves",
        "waves of {all}",
        "{a} to {b} waves on {bg} background",
        "{a} and {b} waves, {bg} background",
        "layered {all} waves",
        "wavy {all} layers",
        "{all} wavy background",
    ]
    return Scene(
        "waves",
        draw,
        named(colours, back),
        subjects,
        ["gentle waves" if calm else "big waves"],
        ["calm"] if calm else [],
    )


def silk(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, int(rng.integers(1, 4)), mood)
    angle, seed, folds, sheen = rng.uniform(0, math.pi), seed_of(rng), rng.uniform(1.5, 3.5), rng.uniform(0.2, 0.5)

    def draw(canvas: Canvas) -> Image:
        t = along(canvas, angle)
        bend = noise(canvas, seed, 1.2, 2)
        wave = np.sin((t * folds + bend * 0.55) * 2 * math.pi)
        image = (
            ramp([c.rgb for c in colours], 0.5 + 0.5 * np.sin((t * 0.8 + bend * 0.3) * math.pi * 2))
            if len(colours) > 1
            else fill(canvas, colours[0].rgb) + 0 * t
        )
        image = image * (1 - sheen * 0.55 * (1 - wave))
        paint(image, np.ones(3), sheen * np.clip(wave, 0, 1) ** 6)
        return image

    subjects = [
        "{all} silk",
        "flowing {all} silk",
        "{all} flowing fabric",
        "{all} satin folds",
        "smooth flowing lines in {all}",
        "{all} fluid curves",
    ]
    return Scene("silk", draw, named(colours), subjects)


def blobs(rng: Rng, mood: str) -> Scene:
    colours = pick_colours(rng, int(rng.integers(2, 5)), mood)
    count = int(rng.integers(6, 11))
    points, sizes = rng.uniform(-0.05, 1.05, (count, 2)), rng.uniform(0.22, 0.5, count)
    order = [colours[k % len(colours)].rgb for k in range(count)]

    def draw(canvas: Canvas) -> Image:
        total, weight = fill(canvas, colours[0].rgb) * 0.02, np.float32(0.02)
        for (px, py), size, rgb in zip(points, sizes, order, strict=True):
            d = (canvas.x - px * canvas.width) ** 2 + (canvas.y - py * canvas.height) ** 2
            w = np.exp(-d / (size * size) * 3).astype(np.float32)
            total += w[None] * rgb[:, None, None]
            weight = weight + w
        return total / weight

    subjects = [
        "blurred {all} blobs",
        "soft {all} blobs",
        "{all} mesh gradient",
        "blurry {all} background",
        "{all} blurred lights",
        "{all} soft clouds of colour",
    ]
    return Scene("blobs", draw, named(colours), subjects)


def liquid(rng: Rng, mood: str) -> Scene:
    colours, back = pick_colours(rng, 2, mood), backdrop(rng, mood)
    count = int(rng.integers(4, 9))
    points, radii = rng.uniform(0.05, 0.95, (count, 2)), rng.uniform(0.08, 0.2, count)
    angle = rng.uniform(0, 2 * math.pi)

    def draw(canvas: Canvas) -> Image:
        field = np.zeros((canvas.y.shape[0], canvas.x.shape[1]), np.float32)
        for (px, py), r in zip(points, radii, strict=True):
            d = (canvas.x - px * canvas.width) ** 2 + (canvas.y - py * canvas.height) ** 2
            field += r * r / (d + 1e-4)
        image = fill(canvas, back.rgb)
        edge = (1 - np.sqrt(field / 1.2)) * 0.12
        paint(image, back.rgb * 0.5, 0.45 * smooth(1 - (edge - 0.0) / 0.05))
        layer = ramp([colours[0].rgb, colours[1].rgb], along(canvas, angle))
        paint(layer, np.ones(3), 0.25 * smooth((field - 1.2) / 5))
        paint(image, layer, cover(edge, canvas.pixel))
        return image

    subjects = [
        "{all} liquid blobs",
        "{all} lava lamp",
        "{a} and {b} organic shapes on {bg} background",
        "{all} bubbles of paint",
        "{a} and {b} liquid shapes, {bg} background",
    ]
    return Scene("liquid", draw, named(colours, back), subjects)


def glow(rng: Rng, mood: str) -> Scene:
    colour, back = pick_colours(rng, 1, mood)[0], pick_colour(rng, DARK if rng.random() < 0.7 else None, "")
    side = str(rng.choice(["centre", "left", "right", "top", "bottom"]))
    spot = {"centre": (0.5, 0.5), "left": (0.12, 0.5), "right": (0.88, 0.5), "top": (0.5, 0.1), "bottom": (0.5, 0.9)}[
        side
    ]
    size = rng.uniform(0.25, 0.5)

    def draw(canvas: Canvas) -> Image:
        d = np.hypot(canvas.x - spot[0] * canvas.width, canvas.y - spot[1] * canvas.height) / size
        image = fill(canvas, back.rgb * 0.9)
        paint(image, colour.rgb, 0.95 * np.exp(-d * d * 0.8))
        paint(image, np.minimum(colour.rgb + 0.45, 1), 0.75 * np.exp(-d * d * 6))
        return image

    place = "in the centre" if side == "centre" else f"at the {side}" if side in ("top", "bottom") else f"on the {side}"
    subjects = [
        "{a} glow on {bg} background",
        "glowing {a} light, {bg} background",
        f"{{a}} glow {place}",
        f"{{a}} spotlight {place}, {{bg}} background",
        "{a} glow",
        "{a} light in the {bg}",
    ]
    return Scene("glow", draw, {"a": colour, "bg": back}, subjects, [place])


def smoke(rng: Rng, mood: str) -> Scene:
    colours, back = pick_colours(rng, int(rng.integers(1, 3)), mood), backdrop(rng, mood)
    seed, second, cells = seed_of(rng), seed_of(rng), rng.uniform(1.6, 2.6)

    def draw(canvas: Canvas) -> Image:
        density = noise(canvas, seed, cells, 4)
        ridge = np.exp(-((density / 0.28) ** 2)) * 0.6 + smooth(density + 0.3) * 0.6
        image = fill(canvas, back.rgb)
        layer = (
            ramp([c.rgb for c in colours], 0.5 + 0.9 * noise(canvas, second, 1.2, 1))
            if len(colours) > 1
            else colours[0].rgb
        )
        paint(image, layer, np.clip(ridge, 0, 0.97))
        return image

    subjects = [
        "{all} smoke",
        "{all} smoke on {bg} background",
        "swirling {all} mist, {bg} background",
        "{all} ink in water",
        "{all} fog",
        "{all} marble texture",
        "{all} powder cloud, {bg} background",
    ]
    if float(back.rgb.sum()) < 0.9:
        subjects += [
            "{all} nebula",
            "{all} galaxy",
            "{all} nebula in outer space",
            "cosmic {all} clouds",
            "{all} space background",
        ]
    return Scene("smoke", draw, named(colours, back), subjects)


FIELDS = {
    plain: 0.8,
    gradient: 1.0,
    waves: 2.0,
    silk: 0.8,
    blobs: 0.8,
    liquid: 0.6,
    glow: 0.5,
    smoke: 0.6,
}
