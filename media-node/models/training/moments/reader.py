"""The reader: a transformer over the tokens of all sentences of a conversation, in their order.

Each block of tokens attends to itself and to the blocks before and after it, so the
cost grows with the length alone (local attention, as in Longformer, Beltagy, Peters
and Cohan 2020); with every layer it sees one block further. Positions are rotary
(Su et al. 2021), layers normalize what they read (Xiong et al. 2020).
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tokens import FIRST_KNOWN_ID, PADDING, SENTENCE_TOKENS

BLOCK = 64
SEEN_BLOCKS = 3
HEAD_WIDTH = 32
FEED_FORWARD = 4
ROTARY_BASE = 10_000
STARTS = 3
"""Rows behind the words: what stands before a sentence that goes on, begins a turn, or of which that is not known."""
GOES_ON, BEGINS_TURN, UNKNOWN_TURN = range(STARTS)
MASKED = -1e4


Rotation = tuple[Tensor, Tensor]
"""Cosines and sines [blocks, BLOCK, 1, HEAD_WIDTH]."""


def rotation_of(tokens: Tensor) -> Rotation:
    """By the places of tokens [tokens], whatever they are."""
    rates = ROTARY_BASE ** (-torch.arange(0, HEAD_WIDTH, 2, device=tokens.device) / HEAD_WIDTH)
    places = torch.ones_like(tokens, dtype=torch.float32).cumsum(0)
    angles = (places[:, None] * rates).reshape(-1, BLOCK, 1, HEAD_WIDTH // 2)
    return torch.cat([angles.cos()] * 2, 3), torch.cat([angles.sin()] * 2, 3)


def rotate(states: Tensor, rotation: Rotation) -> Tensor:
    """States [rows, blocks, BLOCK, width], each turned by its place."""
    cosines, sines = rotation
    heads = states.reshape(*states.shape[:3], -1, HEAD_WIDTH)
    left, right = heads.chunk(2, -1)
    turned = heads * cosines + torch.cat([-right, left], -1) * sines
    return turned.reshape(states.shape).to(states.dtype)


def see_neighbours(blocks: Tensor) -> Tensor:
    """Blocks [rows, blocks, BLOCK, ...] to what each sees [rows, blocks, SEEN_BLOCKS * BLOCK, ...]."""
    nothing = torch.zeros_like(blocks[:, :1])
    before = torch.cat([nothing, blocks[:, :-1]], 1)
    after = torch.cat([blocks[:, 1:], nothing], 1)
    return torch.cat([before, blocks, after], 2)


def attend_to(queries: Tensor, keys: Tensor, values: Tensor, hidden: Tensor) -> Tensor:
    """Of [rows * blocks, heads, positions, HEAD_WIDTH]; `hidden` is added to the scores."""
    if queries.is_cpu and torch.is_grad_enabled():
        # The derivative of PyTorch's own operator takes a third of a training step on a processor.
        scores = queries @ keys.transpose(2, 3) / math.sqrt(HEAD_WIDTH) + hidden
        return torch.softmax(scores, 3, dtype=values.dtype) @ values
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=hidden)


class Layer(nn.Module):
    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.before_attention, self.before_forward = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attended = nn.Linear(width, 3 * width, bias=False)
        self.joined = nn.Linear(width, width, bias=False)
        self.widened = nn.Linear(width, FEED_FORWARD * width, bias=False)
        self.narrowed = nn.Linear(FEED_FORWARD * width, width, bias=False)
        self.dropout = nn.Dropout(dropout)

    def attend(self, states: Tensor, hidden: Tensor, rotation: Rotation) -> Tensor:
        """States [rows, blocks, BLOCK, width]; `hidden` [rows * blocks, 1, 1, seen] is added to the scores."""
        rows, blocks, _, width = states.shape
        queries, keys, values = self.attended(states).chunk(3, -1)
        queries = self.part_heads(rotate(queries, rotation))
        keys = self.part_heads(see_neighbours(rotate(keys, rotation)))
        values = self.part_heads(see_neighbours(values))
        mixed = attend_to(queries, keys, values, hidden.to(values.dtype))
        return self.joined(mixed.transpose(1, 2).reshape(rows, blocks, BLOCK, width))

    def part_heads(self, states: Tensor) -> Tensor:
        """States [rows, blocks, positions, width] to [rows * blocks, heads, positions, HEAD_WIDTH]."""
        _, _, positions, width = states.shape
        return states.reshape(-1, positions, width // HEAD_WIDTH, HEAD_WIDTH).transpose(1, 2)

    def forward(self, states: Tensor, hidden: Tensor, rotation: Rotation) -> Tensor:
        states = states + self.dropout(self.attend(self.before_attention(states), hidden, rotation))
        widened = F.gelu(self.widened(self.before_forward(states)))
        return states + self.dropout(self.narrowed(widened))


class Reader(nn.Module):
    """Knows so many words by themselves, others share ids."""

    def __init__(self, words: int, width: int, layers: int, dropout: float = 0) -> None:
        super().__init__()
        self.first_start_id = FIRST_KNOWN_ID + words
        self.words = nn.Embedding(self.first_start_id + STARTS, width, padding_idx=PADDING)
        self.layers = nn.ModuleList(Layer(width, dropout) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)
        with torch.no_grad():
            self.words.weight.normal_(std=0.02 * math.sqrt(512 / width))
            self.words.weight[PADDING] = 0
            for layer in self.layers:
                for narrow in (layer.joined, layer.narrowed):
                    narrow.weight.mul_(1 / math.sqrt(2 * layers))

    def read(self, embedded: Tensor, present: Tensor) -> Tensor:
        """Embedded tokens [rows, tokens, width] in whole blocks, of which `present` [rows, tokens] are some."""
        rows, _, width = embedded.shape
        states = self.dropout(embedded).reshape(rows, -1, BLOCK, width)
        seen = see_neighbours(present.to(embedded.dtype).reshape(rows, -1, BLOCK))
        hidden = ((1 - seen) * MASKED).reshape(-1, 1, 1, SEEN_BLOCKS * BLOCK)
        rotation = rotation_of(present[0])
        for layer in self.layers:
            states = layer(states, hidden, rotation)
        return self.last(states).reshape(rows, -1, width)

    def embed_starts(self, turns: Tensor) -> Tensor:
        """What stands before sentences [n, width]: `turns` [n] is 1 where another one speaks, 0.5 where unknown."""
        shares = torch.stack([(1 - 2 * turns).clamp(min=0), (2 * turns - 1).clamp(min=0), 1 - (2 * turns - 1).abs()], 1)
        starts = self.first_start_id + torch.arange(STARTS, device=turns.device)
        return shares @ self.words(starts)

    def embed_tokens(self, tokens: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
        """Starts and tokens [n, SENTENCE_TOKENS], one after another [tokens, width]; and which of them there are."""
        present = F.pad(tokens != PADDING, (1, 0), value=True)
        embedded = torch.cat([self.embed_starts(turns).unsqueeze(1), self.words(tokens)], 1)
        return embedded[present], present

    def read_tokens(self, tokens: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
        """Tokens [n, SENTENCE_TOKENS] to their states [n, 1 + SENTENCE_TOKENS, width], and which of them there are."""
        read, present = self.embed_tokens(tokens, turns)
        beyond = -read.shape[0] % BLOCK
        one_row = F.pad(read, (0, 0, 0, beyond)).unsqueeze(0)
        known = F.pad(torch.ones_like(read[:, 0]), (0, beyond)).unsqueeze(0)
        states = self.read(one_row, known)[0]
        places = (present.reshape(-1).long().cumsum(0) - 1).reshape(-1, 1 + SENTENCE_TOKENS)
        return states[places], present
