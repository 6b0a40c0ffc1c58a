"""What every scene is drawn on and with: pixel coordinates, coverage, gradients, noise.

Lengths are in units of the image's shorter side, so the same scene comes out
the same at any resolution; a canvas may be a window of the whole image.
Images are float32 [3, height, width] in 0..1. Edges are anti-aliased by signed
distances, not by oversampling.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]


@dataclass(frozen=True)
class Canvas:
    """Pixel centres x [1, w] and y [h, 1] of a window of an image of the given width and height."""

    x: Image
    y: Image
    pixel: float
    width: float
    height: float

    @staticmethod
    def of(
        rows: int,
        columns: int,
        pixels: int,
        width: float = 1.0,
        height: float = 1.0,
        left: float = 0.0,
        top: float = 0.0,
    ) -> "Canvas":
        """A window of rows by columns pixels, of which the shorter side of the image has `pixels`."""
        x = (left + (np.arange(columns, dtype=np.float32) + 0.5) / pixels)[None, :]
        y = (top + (np.arange(rows, dtype=np.float32) + 0.5) / pixels)[:, None]
        return Canvas(x.astype(np.float32), y.astype(np.float32), 1 / pixels, width, height)


def along(canvas: Canvas, angle: float) -> Image:
    """0..1 across the image in a direction, from corner to corner."""
    dx, dy = math.cos(angle), math.sin(angle)
    reach = abs(dx) * canvas.width + abs(dy) * canvas.height
    return ((canvas.x - canvas.width / 2) * dx + (canvas.y - canvas.height / 2) * dy) / reach + 0.5


def fill(canvas: Canvas, rgb: np.ndarray) -> Image:
    shape = (3, canvas.y.shape[0], canvas.x.shape[1])
    return np.broadcast_to(rgb.astype(np.float32)[:, None, None], shape).copy()


def paint(image: Image, rgb: np.ndarray, alpha: Image) -> None:
    """Lays a colour [3] or an image over another, in place."""
    layer = rgb.astype(np.float32)[:, None, None] if rgb.ndim == 1 else rgb
    image += alpha[None] * (layer - image)


def cover(distance: Image, pixel: float, softness: float = 0.0) -> Image:
    """Coverage of a shape by signed distance (negative inside), with an optional soft edge."""
    return np.clip(0.5 - distance / (pixel + softness), 0, 1)


def below(height: Image, canvas: Canvas, softness: float = 0.0) -> Image:
    """Coverage of what lies below a curve y = height(x), its slope taken into account."""
    slope = np.gradient(height[0]) / canvas.pixel if height.shape[1] > 1 else np.zeros(1)
    return cover((height - canvas.y) / np.sqrt(1 + slope[None, :] ** 2).astype(np.float32), canvas.pixel, softness)


def smooth(t: Image) -> Image:
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


def ramp(colours: list[np.ndarray], t: Image) -> Image:
    """Colours along t in 0..1, smoothly blended."""
    steps = len(colours) - 1
    scaled = np.clip(t, 0, 1) * steps
    image = np.broadcast_to(colours[0].astype(np.float32)[:, None, None], (3, *t.shape)).copy()
    for k in range(steps):
        image += np.clip(scaled - k, 0, 1)[None] * (colours[k + 1] - colours[k]).astype(np.float32)[:, None, None]
    return image


def spline(coordinates: np.ndarray, cells: float, count: int) -> np.ndarray:
    """Cubic B-spline weights [n, count] of control values `1/cells` apart."""
    t = np.abs(coordinates[:, None] * cells + 1 - np.arange(count)[None, :])
    inner = 2 / 3 - t * t + t * t * t / 2
    outer = (2 - t) ** 3 / 6
    return np.where(t < 1, inner, np.where(t < 2, outer, 0)).astype(np.float32)


def noise(canvas: Canvas, rng_seed: int, cells: float, octaves: int = 3, stretch: float = 1.0) -> Image:
    """Fractal noise [h, w] of about unit range around 0; stretch above 1 lengthens it along x."""
    rng = np.random.default_rng(rng_seed)
    total = np.zeros((canvas.y.shape[0], canvas.x.shape[1]), np.float32)
    for octave in range(octaves):
        across, down = cells * 2**octave / stretch, cells * 2**octave
        columns, rows = int(np.ceil(across * canvas.width)) + 4, int(np.ceil(down * canvas.height)) + 4
        values = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
        total += (
            spline(canvas.y[:, 0], down, rows) @ values @ spline(canvas.x[0], across, columns).T * (1.6 * 0.5**octave)
        )
    return total


def curve(
    canvas: Canvas, rng_seed: int, cells: float, octaves: int = 3, sharp: bool = False, roughness: float = 0.5
) -> Image:
    """Fractal noise along x [1, w]; sharp joins its values by straight lines, which gives peaks."""
    rng = np.random.default_rng(rng_seed)
    total = np.zeros_like(canvas.x[0])
    for octave in range(octaves):
        scale = cells * 2**octave
        count = int(np.ceil(scale * canvas.width)) + 4
        values = rng.uniform(-1, 1, count).astype(np.float32)
        positions = canvas.x[0] * scale
        line = (
            np.interp(positions + 1, np.arange(count), values)
            if sharp
            else spline(canvas.x[0], scale, count) @ values * 1.5
        )
        total += (line * roughness**octave).astype(np.float32)
    return total[None, :].astype(np.float32)


def vignette(image: Image, canvas: Canvas, strength: float) -> None:
    """Darkens towards the corners, in place."""
    dx, dy = (canvas.x / canvas.width - 0.5) * 2, (canvas.y / canvas.height - 0.5) * 2
    image *= (1 - strength * smooth((dx * dx + dy * dy - 0.3) / 1.7))[None]


def paint_disc(
    image: Image,
    canvas: Canvas,
    x: float,
    y: float,
    radius: float,
    rgb: np.ndarray,
    alpha: float,
    softness: float = 0.0,
    rim: float = 0.0,
) -> None:
    """A small disc, in place; only the pixels around it are touched. `rim` makes its middle fainter by that share."""
    reach = radius + softness + canvas.pixel
    columns = np.searchsorted(canvas.x[0], [x - reach, x + reach])
    rows = np.searchsorted(canvas.y[:, 0], [y - reach, y + reach])
    if columns[0] == columns[1] or rows[0] == rows[1]:
        return
    part = image[:, rows[0] : rows[1], columns[0] : columns[1]]
    distance = np.hypot(canvas.x[:, columns[0] : columns[1]] - x, canvas.y[rows[0] : rows[1]] - y)
    body = cover(distance - radius, canvas.pixel, softness)
    if rim:
        body = body * (1 - rim + rim * np.clip(distance / radius, 0, 1) ** 3)
    if radius < canvas.pixel:
        body = body * (radius / canvas.pixel)
    paint(part, rgb, (alpha * body).astype(np.float32))
