"""The networks: a text encoder, a denoising U-Net over latents, and what turns images to latents and back.

The latents are a fixed linear transform: principal components of 8x8 patches
of the image at a quarter of its size, higher components scaled down (their
standard deviations to the power of TEMPER). Nothing has to be learned before
the U-Net can start, and the decoder can be trained longer at any time without
touching the U-Net. The U-Net sees coordinates beside the latents, the time and
an attention pooling of the text modulate its blocks (FiLM), and the coarser
levels attend to the words.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

CHANNELS = 12
PATCH = 8
SHRINK = 4
TEXT_WIDTH = 128
TEMPER = 0.6


def linear_betas(steps: int = 1000, start: float = 1e-4, end: float = 0.02) -> Tensor:
    """Cumulative products of 1 - beta (Ho et al. 2020): so little signal is left at the end that brightness is free."""
    return torch.cumprod(1 - torch.linspace(start, end, steps, dtype=torch.float64), 0).float()


def attend(q: Tensor, k: Tensor, v: Tensor, heads: int, mask: Tensor | None = None) -> Tensor:
    """Scaled dot-product attention of [batch, tokens, width] tensors; mask is added to the scores."""
    batch, _, width = q.shape
    q, k, v = (t.reshape(batch, -1, heads, width // heads).transpose(1, 2) for t in (q, k, v))
    scores = q @ k.transpose(2, 3) / math.sqrt(width // heads)
    if mask is not None:
        scores = scores + mask
    return (scores.softmax(3) @ v).transpose(1, 2).reshape(batch, -1, width)


class TextLayer(nn.Module):
    """A pre-norm transformer layer that first mixes neighbouring words, so that adjectives find their nouns."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.near = nn.Conv1d(width, width, 5, padding=2, groups=width)
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(width), nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.expand, self.project = nn.Linear(width, 3 * width), nn.Linear(3 * width, width)

    def forward(self, x: Tensor, keep: Tensor, mask: Tensor) -> Tensor:
        x = x + self.near((self.norm1(x) * keep).transpose(1, 2)).transpose(1, 2)
        x = x + self.out(attend(*self.qkv(self.norm2(x)).chunk(3, 2), self.heads, mask))
        return x + self.project(functional.gelu(self.expand(self.norm3(x))))


class TextEncoder(nn.Module):
    """Token ids [batch, length] to states [batch, length, 128]; what comes after the first end token is zero."""

    def __init__(self, vocabulary: int, length: int, end: int, layers: int = 2) -> None:
        super().__init__()
        self.end = end
        self.words = nn.Embedding(vocabulary, TEXT_WIDTH)
        self.places = nn.Parameter(torch.randn(1, length, TEXT_WIDTH) * 0.02)
        self.layers = nn.ModuleList(TextLayer(TEXT_WIDTH) for _ in range(layers))
        self.norm = nn.LayerNorm(TEXT_WIDTH)
        nn.init.normal_(self.words.weight, std=0.5)

    def forward(self, input_ids: Tensor) -> Tensor:
        ends = (input_ids == self.end).to(torch.float32)
        keep = ((ends.cumsum(1) - ends) < 0.5).to(torch.float32)[:, :, None]
        mask = (keep.transpose(1, 2)[:, None] - 1) * 1e4
        x = self.words(input_ids) + self.places
        for layer in self.layers:
            x = layer(x, keep, mask)
        return self.norm(x) * keep


class TextPool(nn.Module):
    """Four learned questions to the text, their answers side by side [batch, 4 * 128]."""

    def __init__(self) -> None:
        super().__init__()
        self.score = nn.Linear(TEXT_WIDTH, 4)
        self.value = nn.Linear(TEXT_WIDTH, TEXT_WIDTH)

    def forward(self, states: Tensor) -> Tensor:
        weights = self.score(states).softmax(1)
        return (weights.transpose(1, 2) @ self.value(states)).flatten(1)


class Block(nn.Module):
    """Two convolutions with a residual; scale and shift in between come from time and text."""

    def __init__(self, inputs: int, outputs: int, embedding: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(8, inputs), nn.GroupNorm(8, outputs)
        self.conv1, self.conv2 = nn.Conv2d(inputs, outputs, 3, padding=1), nn.Conv2d(outputs, outputs, 3, padding=1)
        self.film = nn.Linear(embedding, 2 * outputs)
        self.skip = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()
        nn.init.zeros_(self.conv2.weight)
        nn.init.zeros_(self.conv2.bias)

    def forward(self, x: Tensor, embedding: Tensor) -> Tensor:
        h = self.conv1(functional.silu(self.norm1(x)))
        scale, shift = self.film(embedding)[:, :, None, None].chunk(2, 1)
        return self.skip(x) + self.conv2(functional.silu(self.norm2(h) * (1 + scale) + shift))


class Attention(nn.Module):
    """Pixels attend to each other and to the words."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out1 = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.q, self.kv, self.out2 = nn.Linear(width, width), nn.Linear(TEXT_WIDTH, 2 * width), nn.Linear(width, width)
        for layer in (self.out1, self.out2):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor, states: Tensor) -> Tensor:
        tokens = x.flatten(2).transpose(1, 2)
        tokens = tokens + self.out1(attend(*self.qkv(self.norm1(tokens)).chunk(3, 2), self.heads))
        tokens = tokens + self.out2(attend(self.q(self.norm2(tokens)), *self.kv(states).chunk(2, 2), self.heads))
        return tokens.transpose(1, 2).reshape(x.shape)


def beside(coarse: Tensor, fine: Tensor) -> Tensor:
    """What was doubled in size beside what was there before, which is a row or column smaller where its size is odd."""
    return torch.cat([coarse[:, :, : fine.shape[2], : fine.shape[3]], fine], 1)


PLACE_FEATURES = 29


def place_features(down: Tensor, across: Tensor) -> Tensor:
    """Where each latent lies [b, 29, h, w], from rows and columns counted from 1.

    Distances from the middle in half short sides, for shapes and repetitions, and shares of the image, for layouts,
    as waves (Fourier features, Tancik et al. 2020): a circle or a stripe is found in them with next to no depth."""
    height, width = down[:, :, -1:], across[:, :, :, -1:]
    half = torch.minimum(height, width) / 2
    x, y = (across - (width + 1) / 2) / half, (down - (height + 1) / 2) / half
    waves = [math.pi * k * t for k in (1, 2, 3, 4) for t in (x, y)]
    waves += [math.pi * k * t for k in (0.5, 1) for t in (x * half / width * 2, y * half / height * 2)]
    spots = [x, y, x.abs(), y.abs(), (x * x + y * y).sqrt()]
    return torch.cat([*spots, *(t.sin() for t in waves), *(t.cos() for t in waves)], 1)


class UNet(nn.Module):
    """Noisy latents [b, 12, h, w] of any size, timestep 0..999 [1] or [b], states -> velocity.

    Little is done at full size, most at a half and a quarter of it, where a processor is fastest. Input and output are
    scaled per channel by what is known of its spread (Karras et al. 2022, in terms of the velocity): the network only
    has to find what a pixel by itself does not tell."""

    def __init__(self, widths: tuple[int, int, int] = (48, 128, 256), embedding: int = 256) -> None:
        super().__init__()
        w0, w1, w2 = widths
        self.register_buffer("signal", linear_betas().sqrt())
        self.register_buffer("deviations", torch.ones(CHANNELS))
        self.pool = TextPool()
        self.register_buffer("frequencies", torch.exp(-math.log(10000) * torch.arange(64) / 64))
        self.time = nn.Sequential(nn.Linear(128, embedding), nn.SiLU(), nn.Linear(embedding, embedding))
        self.text = nn.Linear(4 * TEXT_WIDTH, embedding)
        self.conv_in = nn.Conv2d(CHANNELS + 2, w0, 3, padding=1)
        self.place0 = nn.Conv2d(PLACE_FEATURES, w0, 1)
        self.place1 = nn.Conv2d(PLACE_FEATURES, w1, 3, stride=2, padding=1)
        self.shrink1 = nn.Conv2d(w0, w1, 3, stride=2, padding=1)
        self.down1, self.attend1 = Block(w1, w1, embedding), Attention(w1)
        self.shrink2 = nn.Conv2d(w1, w2, 3, stride=2, padding=1)
        self.middle1, self.attend2, self.middle2 = Block(w2, w2, embedding), Attention(w2), Block(w2, w2, embedding)
        self.up1, self.attend3, self.up2 = Block(w2 + w1, w1, embedding), Attention(w1), Block(w1, w1, embedding)
        self.attend4, self.up3 = Attention(w1), Block(w1, w1, embedding)
        self.widen = nn.Conv2d(w1, 4 * w0, 1)
        self.up0, self.last0 = Block(2 * w0, w0, embedding), Block(w0, w0, embedding)
        self.norm, self.conv_out = nn.GroupNorm(8, w0), nn.Conv2d(w0, CHANNELS, 3, padding=1)
        for layer in (self.conv_out, self.place0, self.place1):
            nn.init.zeros_(layer.weight)

    def forward(self, sample: Tensor, timestep: Tensor, encoder_hidden_states: Tensor) -> Tensor:
        angles = timestep.reshape(-1, 1) * self.frequencies
        time = self.time(torch.cat([angles.cos(), angles.sin()], 1))
        embedding = functional.silu(time + self.text(self.pool(encoder_hidden_states)))
        signal = self.signal[timestep.reshape(-1).round().long()].reshape(-1, 1, 1, 1)
        noise, spread = (1 - signal * signal).sqrt(), self.deviations.reshape(1, -1, 1, 1)
        size = (signal * signal * spread * spread + noise * noise).sqrt()
        ones = torch.ones_like(sample[:, :1])
        down, across = ones.cumsum(2), ones.cumsum(3)
        x0 = self.conv_in(
            torch.cat([sample / size, down / down[:, :, -1:] * 2 - 1, across / across[:, :, :, -1:] * 2 - 1], 1)
        )
        places = place_features(down[:1], across[:1])
        x0 = x0 + self.place0(places)
        x1 = self.shrink1(x0) + self.place1(places)
        x1 = self.attend1(self.down1(x1, embedding), encoder_hidden_states)
        x2 = self.attend2(self.middle1(self.shrink2(x1), embedding), encoder_hidden_states)
        x2 = self.middle2(x2, embedding)
        y1 = self.up1(beside(functional.interpolate(x2, scale_factor=2.0), x1), embedding)
        y1 = self.up2(self.attend3(y1, encoder_hidden_states), embedding)
        y1 = self.up3(self.attend4(y1, encoder_hidden_states), embedding)
        y0 = self.up0(beside(functional.pixel_shuffle(self.widen(y1), 2), x0), embedding)
        y0 = self.last0(y0, embedding)
        found = self.conv_out(functional.silu(self.norm(y0)))
        return sample * (signal * noise * (1 - spread * spread) / (size * size)) + found * (spread / size)


class Encoder(nn.Module):
    """Images [b, 3, 32h, 32w] in -1..1 to latents [b, 12, h, w]: a quarter of the size, then patch components."""

    def __init__(self) -> None:
        super().__init__()
        self.components = nn.Conv2d(3, CHANNELS, PATCH, stride=PATCH)

    def small(self, image: Tensor) -> Tensor:
        """The same of an image that is a quarter of the size already."""
        return self.components(image)

    def forward(self, sample: Tensor) -> Tensor:
        return self.small(functional.avg_pool2d(sample, SHRINK))


class Mix(nn.Module):
    """Two convolutions with a residual, without normalisation, so that no window depends on what is far away."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
        nn.init.zeros_(self.conv2.weight)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.conv2(functional.silu(self.conv1(x)))


class Decoder(nn.Module):
    """Latents [b, 12, h, w] to images [b, 3, 32h, 32w] in about -1..1.

    Patch colours, blended, plus details: three doublings by pixel shuffle (Shi et al. 2016), then times four."""

    def __init__(self, widths: tuple[int, int, int, int] = (96, 64, 32, 20)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.colour = nn.Conv2d(CHANNELS, 3, 1)
        self.body = nn.Sequential(
            nn.Conv2d(CHANNELS, a, 3, padding=1),
            Mix(a),
            Mix(a),
            nn.Conv2d(a, 4 * b, 1),
            nn.PixelShuffle(2),
            Mix(b),
            nn.Conv2d(b, 4 * c, 1),
            nn.PixelShuffle(2),
            Mix(c),
            nn.Conv2d(c, 4 * d, 1),
            nn.PixelShuffle(2),
            nn.SiLU(),
            nn.Conv2d(d, d, 3, padding=1),
            nn.SiLU(),
            nn.Conv2d(d, 3 * SHRINK * SHRINK, 3, padding=1),
            nn.PixelShuffle(SHRINK),
        )

    def forward(self, latent_sample: Tensor) -> Tensor:
        return self.base(latent_sample) + self.body(latent_sample)

    def base(self, latent_sample: Tensor) -> Tensor:
        """The patch colours, blended."""
        return functional.interpolate(self.colour(latent_sample), scale_factor=float(PATCH * SHRINK), mode="bilinear")
