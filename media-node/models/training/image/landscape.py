"""Landscapes put together from a sky by time of day, what hangs in it, and the ground below."""

import numpy as np

from canvas import Canvas, Image, below, cover, curve, noise, paint, paint_disc, ramp, smooth
from colours import Colour, parse_hex, pick_colour
from scene import Rng, seed_of

# Sky from the top to the horizon, the light that falls on the ground, the sun's colour, the words.
TIMES: dict[str, tuple[list[str], str, str, list[str]]] = {
    "day": (
        ["3f8fe0", "8cc4f2", "d8edf8"],
        "ffffff",
        "fff6d8",
        ["by day", "on a sunny day", "daylight", "under a blue sky", "in bright daylight", "summer day", "at noon"],
    ),
    "sunset": (
        ["3c2a6e", "c2497c", "f98b48", "fdc65a"],
        "f0a07a",
        "fff0b0",
        ["at sunset", "sunset", "in the evening", "at dusk", "golden hour", "twilight", "evening"],
    ),
    "dawn": (
        ["7fa8dc", "d9b3dc", "fcd0bd", "fdeccb"],
        "f6d2d2",
        "fff8e0",
        ["at dawn", "sunrise", "at sunrise", "in the early morning", "morning light", "morning"],
    ),
    "night": (
        ["070b1e", "101d45", "243a70"],
        "3f4c84",
        "f4f2e0",
        ["at night", "night", "under a night sky", "by moonlight", "midnight", "nighttime"],
    ),
    "storm": (
        ["3b424c", "67717d", "9aa4ac"],
        "8b959c",
        "dde2e4",
        [
            "stormy",
            "overcast",
            "under a grey sky",
            "on a rainy day",
            "gloomy weather",
            "rain",
            "thunderstorm",
            "cloudy",
        ],
    ),
}
GROUNDS: dict[str, tuple[str, list[str]]] = {
    "mountains": (
        "5f7392",
        [
            "mountains",
            "mountain range",
            "mountain peaks",
            "mountain landscape",
            "alps",
            "rocky mountains",
            "valley",
            "summits",
        ],
    ),
    "sea": (
        "1d6fa5",
        [
            "sea",
            "ocean",
            "calm sea",
            "ocean horizon",
            "seascape",
            "water",
            "lake",
            "coast",
            "shore",
            "beach",
            "waves of the sea",
        ],
    ),
    "hills": (
        "4f9c3f",
        [
            "hills",
            "rolling hills",
            "meadow",
            "green fields",
            "countryside",
            "grassland",
            "grass",
            "field",
            "spring landscape",
        ],
    ),
    "desert": ("dba55c", ["desert", "sand dunes", "dunes", "desert landscape", "sahara", "sand"]),
    "forest": (
        "24553c",
        ["forest", "pine forest", "pine trees", "trees", "woods", "misty forest", "jungle", "fir trees"],
    ),
    "city": (
        "2c3550",
        [
            "city skyline",
            "city",
            "skyline",
            "skyscrapers",
            "buildings",
            "cityscape",
            "downtown",
            "urban skyline",
            "metropolis",
        ],
    ),
    "snow": (
        "e6eef7",
        ["snowy hills", "snow", "winter landscape", "snowfield", "snowy landscape", "winter", "arctic", "ice"],
    ),
    "none": ("ffffff", ["sky", "sky background", "open sky", "heaven", "cloudscape"]),
}


def mix(a: np.ndarray, b: np.ndarray, share: float) -> np.ndarray:
    return (a + (b - a) * share).astype(np.float32)


class Landscape:
    """One landscape's choices; the drawing takes no further chances."""

    def __init__(self, rng: Rng) -> None:
        self.time = str(rng.choice(list(TIMES), p=[0.27, 0.28, 0.12, 0.24, 0.09]))
        self.ground = str(rng.choice(list(GROUNDS), p=[0.23, 0.2, 0.13, 0.1, 0.1, 0.09, 0.05, 0.1]))
        self.tint: Colour | None = pick_colour(rng) if self.ground != "none" and rng.random() < 0.3 else None
        self.sky: Colour | None = pick_colour(rng) if rng.random() < 0.22 else None
        stops, light, sun, _ = TIMES[self.time]
        self.stops = [parse_hex(stop) for stop in stops]
        if self.sky is not None:
            self.stops = [
                mix(self.sky.rgb, self.stops[0], 0.3),
                self.sky.rgb,
                mix(self.sky.rgb, np.ones(3), 0.35 if self.time != "night" else 0.1),
            ]
        self.stops = [np.clip(s + rng.uniform(-0.03, 0.03, 3), 0, 1).astype(np.float32) for s in self.stops]
        self.light, self.sun_rgb = parse_hex(light), parse_hex(sun)
        base = self.tint.rgb if self.tint is not None else parse_hex(GROUNDS[self.ground][0]) * rng.uniform(0.85, 1.15)
        strength = 0.25 if self.tint is not None else 0.55
        self.base = np.clip(mix(base, base * self.light, strength if self.time != "night" else 0.8), 0, 1)
        self.horizon = float(rng.uniform(0.5, 0.66)) if self.ground != "none" else 1.05
        bright = self.time in ("day", "sunset", "dawn")
        self.sun = bright and rng.random() < (0.8 if self.time == "sunset" else 0.45)
        self.moon = self.time == "night" and rng.random() < 0.5
        self.stars = self.time == "night" and rng.random() < 0.75
        self.clouds = self.time != "night" and (rng.random() < 0.4 or (self.ground == "none" and self.time == "day"))
        self.aurora = (
            self.time == "night"
            and self.ground in ("mountains", "snow", "forest", "hills", "none")
            and rng.random() < 0.35
        )
        self.mist = self.ground in ("mountains", "forest", "hills") and rng.random() < 0.35
        self.peaked = self.ground == "mountains" and self.tint is None and self.time != "sunset" and rng.random() < 0.4
        self.side = str(rng.choice(["left", "middle", "right"], p=[0.25, 0.5, 0.25]))
        self.sun_x = {"left": 0.22, "middle": 0.5, "right": 0.78}[self.side] + rng.uniform(-0.04, 0.04)
        low = self.time in ("sunset", "dawn")
        self.sun_y = (
            float(self.horizon - rng.uniform(-0.01, 0.14))
            if low and self.ground != "none"
            else float(rng.uniform(0.16, 0.3))
        )
        self.sun_r = float(rng.uniform(0.07, 0.11) if low else rng.uniform(0.05, 0.08))
        self.points, self.sizes = rng.uniform(0, 1, (90, 2)), rng.uniform(0.002, 0.0075, 90) ** 1.0
        self.aurora_rgb = [parse_hex(h) for h in (("3ff0a0", "30c8e0") if rng.random() < 0.6 else ("b060f0", "40e8b0"))]
        self.seeds = [seed_of(rng) for _ in range(12)]
        self.layers = int(rng.integers(3, 6))

    def draw(self, canvas: Canvas) -> Image:
        image = ramp(self.stops, canvas.y / (self.horizon * canvas.height) + 0 * canvas.x)
        self.draw_sky(canvas, image)
        if self.ground == "sea":
            self.draw_sea(canvas, image)
        elif self.ground == "city":
            self.draw_city(canvas, image)
        elif self.ground != "none":
            self.draw_ridges(canvas, image)
        return np.clip(image, 0, 1)

    def draw_sky(self, canvas: Canvas, image: Image) -> None:
        if self.stars:
            for (sx, sy), size in zip(self.points, self.sizes, strict=True):
                paint_disc(
                    image,
                    canvas,
                    sx * canvas.width,
                    sy * self.horizon * canvas.height,
                    size,
                    np.array([0.97, 0.97, 1.0]),
                    0.95,
                )
        if self.aurora:
            for k, rgb in enumerate(self.aurora_rgb):
                foot = (0.36 + 0.1 * k) * canvas.height + 0.09 * curve(canvas, self.seeds[k], 1.6, 2)
                up = foot - canvas.y
                alpha = np.where(up > 0, np.exp(-up / 0.16), np.exp(up / 0.025))
                paint(image, rgb, 0.75 * alpha * np.clip(0.65 + 0.5 * curve(canvas, self.seeds[k + 2], 5, 2), 0, 1))
        distance = np.hypot(canvas.x - self.sun_x * canvas.width, canvas.y - self.sun_y * canvas.height)
        if self.sun or self.moon:
            paint(
                image,
                self.sun_rgb,
                (0.6 if self.sun else 0.3)
                * np.exp(-np.maximum(distance - self.sun_r, 0) / (0.12 if self.sun else 0.06)),
            )
            paint(image, mix(self.sun_rgb, np.ones(3), 0.3), cover(distance - self.sun_r, canvas.pixel))
        if self.clouds:
            density = (
                noise(canvas, self.seeds[4], 2.4, 4, 2.2)
                + 0.25
                - 0.6 * np.abs(canvas.y / canvas.height / max(self.horizon, 0.6) - 0.45)
            )
            tone = {"day": [1, 1, 1], "storm": [0.36, 0.39, 0.43], "sunset": [0.98, 0.6, 0.5], "dawn": [1, 0.9, 0.88]}[
                self.time
            ]
            paint(image, np.array(tone), 0.85 * smooth(density / 0.7))

    def draw_sea(self, canvas: Canvas, image: Image) -> None:
        line = self.horizon * canvas.height
        depth = np.clip((canvas.y - line) / (canvas.height - line), 0, 1)
        water = ramp([mix(self.base, self.stops[-1], 0.45), self.base, self.base * 0.6], depth + 0 * canvas.x)
        ripple = noise(canvas, self.seeds[5], 9, 2, 6)
        water *= (1 + 0.16 * ripple * (0.3 + depth))[None]
        if self.sun or self.moon:
            spread = 0.03 + 0.16 * depth
            path = np.exp(-(((canvas.x - self.sun_x * canvas.width) / spread) ** 2)) * smooth(0.75 + 0.8 * ripple)
            paint(water, self.sun_rgb, (0.75 if self.sun else 0.5) * path * (1 - 0.5 * depth))
        paint(image, water, cover(line - canvas.y, canvas.pixel) + 0 * canvas.x)

    def draw_ridges(self, canvas: Canvas, image: Image) -> None:
        haze = self.stops[-1]
        sharp = self.ground == "mountains"
        rise = {"mountains": 0.2, "hills": 0.07, "desert": 0.08, "forest": 0.05, "snow": 0.06}[self.ground]
        cells = {"mountains": 2.2, "hills": 1.4, "desert": 1.3, "forest": 1.5, "snow": 1.4}[self.ground]
        for k in range(self.layers):
            share = k / (self.layers - 1)
            level = (self.horizon + (0.9 - self.horizon) * share) * canvas.height
            height = level - rise * (1 - 0.35 * share) * (
                0.3 + curve(canvas, self.seeds[k], cells, 4 if sharp else 1, sharp, 0.48)
            )
            if self.ground == "forest":
                height = height - self.trees(canvas, k, 0.07 + 0.13 * share)
            near = mix(self.base, self.base * 0.42, share)
            tint = mix(haze, near, 0.35 + 0.65 * share)
            depth = canvas.y - height
            foot = mix(tint, haze, 0.55) if self.mist else tint * 0.82
            layer = ramp([np.minimum(tint * 1.08, 1), foot], depth / (0.22 if not self.mist else 0.16))
            if self.ground == "desert":
                slope = np.gradient(curve(canvas, self.seeds[k], cells, 1)[0])[None, :] / canvas.pixel
                layer *= (1 + 0.16 * np.clip(slope * 0.5, -1, 1) * np.exp(-np.maximum(depth, 0) / 0.15))[None]
            if self.peaked and k < 2:
                snow = cover(
                    depth - 0.05 - 0.05 * curve(canvas, self.seeds[k + 6], 9, 2, True), canvas.pixel, 0.01
                ) * cover(height - level + 0.05, 0.05)
                paint(layer, mix(np.ones(3), haze, 0.2) * (1 if self.time != "night" else 0.55), 0.9 * snow)
            paint(image, layer, below(height, canvas))

    def trees(self, canvas: Canvas, layer: int, size: float) -> Image:
        """A line of pointed trees, as height above the ridge."""
        rng = np.random.default_rng(self.seeds[layer + 6])
        spacing = size * 0.42
        outline = np.zeros_like(canvas.x)
        for k in range(int(canvas.width / spacing) + 2):
            tall, at = size * rng.uniform(0.55, 1.1), (k + rng.uniform(-0.3, 0.3)) * spacing
            outline = np.maximum(outline, tall * (1 - np.abs(canvas.x - at) / (tall * 0.24)))
        return outline

    def draw_city(self, canvas: Canvas, image: Image) -> None:
        rng = np.random.default_rng(self.seeds[5])
        for k in range(2):
            tone = mix(mix(self.base, self.stops[-1], 0.45), self.base * 0.5, k)
            left, tops, edges = -0.02, [], []
            while left < canvas.width:
                wide = rng.uniform(0.07, 0.15)
                edges.append((left, left + wide))
                tops.append((self.horizon + 0.12 * k + 0.1 - rng.uniform(0.03, 0.34 - 0.08 * k)) * canvas.height)
                left += wide + (rng.uniform(0, 0.03) if k else 0)
            for (start, end), top in zip(edges, tops, strict=True):
                body = cover(np.maximum(np.maximum(start - canvas.x, canvas.x - end), top - canvas.y), canvas.pixel)
                paint(image, tone, body)
                if k and self.time in ("night", "sunset"):
                    u, v = (canvas.x - start) / 0.034, (canvas.y - top) / 0.042
                    lit = np.sin(np.floor(u) * 12.99 + np.floor(v) * 78.23 + start * 50) * 43.7 % 1 < 0.45
                    pane = np.clip(1 - np.maximum(np.abs(u % 1 - 0.5) / 0.3, np.abs(v % 1 - 0.5) / 0.3) * 1 + 0.5, 0, 1)
                    inside = cover(
                        np.maximum(np.maximum(start + 0.01 - canvas.x, canvas.x - end + 0.01), top + 0.015 - canvas.y),
                        canvas.pixel,
                    )
                    paint(image, np.array([1.0, 0.84, 0.45]), 0.85 * lit * pane * inside)
        ground = (self.horizon + 0.24) * canvas.height
        paint(image, self.base * 0.4, cover(ground - canvas.y, canvas.pixel) + 0 * canvas.x)
