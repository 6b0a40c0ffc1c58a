"""The reader as it is exported: what ONNX Runtime computes at once, attention and rotation, is one operator each.

As PyTorch writes them out, the same numbers take a third longer: most of it is spent in moving them about. Attention is
faster still where nothing is hidden, which holds for all blocks but the first one and the last two.
"""

import copy
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.onnx.symbolic_helper import _optional_input_placeholder_tensor

from reader import BLOCK, HEAD_WIDTH, ROTARY_BASE, SEEN_BLOCKS, Layer, Reader, rotate

DOMAIN = "com.microsoft"
DOMAIN_VERSION = 1


class Rotate(torch.autograd.Function):
    """States [1, tokens, width], each turned by its place [1, tokens]; cosines and sines [tokens, HEAD_WIDTH / 2]."""

    @staticmethod
    def forward(ctx: Any, states: Tensor, places: Tensor, cosines: Tensor, sines: Tensor, heads: int) -> Tensor:
        cosines, sines = (torch.cat([each, each], 1).reshape(-1, BLOCK, 1, HEAD_WIDTH) for each in (cosines, sines))
        blocks = states.reshape(1, -1, BLOCK, heads * HEAD_WIDTH)
        return rotate(blocks, (cosines, sines)).reshape(states.shape)

    @staticmethod
    def symbolic(graph: Any, states: Any, places: Any, cosines: Any, sines: Any, heads: int) -> Any:
        turned = graph.op(f"{DOMAIN}::RotaryEmbedding", states, places, cosines, sines, num_heads_i=heads)
        return turned.setType(states.type())


class Attend(torch.autograd.Function):
    """Queries [blocks, BLOCK, width] to keys and values [blocks, seen, width].

    `present` [blocks, seen], where it is given, is 1 where there is a token.
    """

    @staticmethod
    def forward(ctx: Any, queries: Tensor, keys: Tensor, values: Tensor, present: Tensor | None, heads: int) -> Tensor:
        parted = [states.unflatten(2, (heads, HEAD_WIDTH)).transpose(1, 2) for states in (queries, keys, values)]
        mask = None if present is None else present[:, None, None].bool()
        return F.scaled_dot_product_attention(*parted, attn_mask=mask).transpose(1, 2).reshape(queries.shape)

    @staticmethod
    def symbolic(graph: Any, queries: Any, keys: Any, values: Any, present: Any, heads: int) -> Any:
        inputs = [queries, keys, values]
        if present is not None and not present.node().mustBeNone():
            inputs += [_optional_input_placeholder_tensor(graph), present]
        return graph.op(f"{DOMAIN}::MultiHeadAttention", *inputs, num_heads_i=heads).setType(queries.type())


class FusedLayer(Layer):
    def attend(self, states: Tensor, seen: "Seen", rotation: tuple[Tensor, ...]) -> Tensor:
        width = states.shape[3]
        heads = self.before_attention.normalized_shape[0] // HEAD_WIDTH
        queries, keys, values = self.attended(states).reshape(1, -1, 3 * width).chunk(3, 2)
        queries, keys = Rotate.apply(queries, *rotation, heads), Rotate.apply(keys, *rotation, heads)
        queries, keys, values = (each.reshape(-1, BLOCK, width) for each in (queries, keys, values))
        mixed = Attend.apply(queries, seen.of(keys), seen.of(values), None, heads)
        edges = seen.edges
        hidden = Attend.apply(queries[edges], seen.of_edges(keys), seen.of_edges(values), seen.present, heads)
        return self.joined(mixed.index_put((edges,), hidden).reshape(states.shape))


class Seen:
    """Which blocks each block sees, of one row; at the edges what there is not is another block, which is hidden."""

    def __init__(self, present: Tensor) -> None:
        blocks = present.reshape(-1, BLOCK)
        numbers = torch.cumsum(torch.ones_like(blocks[:, 0], dtype=torch.long), 0) - 1
        around = numbers[:, None] + torch.arange(SEEN_BLOCKS) - 1
        self.blocks = torch.minimum(around.clamp(min=0), numbers[-1:])
        self.edges = torch.cat([numbers[:1], (numbers[-1:] - 1).clamp(min=0), numbers[-1:]])
        exist = (around >= 0) & (around <= numbers[-1:])
        self.present = (blocks[self.blocks[self.edges]] * exist[self.edges][:, :, None]).int().flatten(1)

    def of(self, blocks: Tensor) -> Tensor:
        """Blocks [blocks, BLOCK, width] to what each sees."""
        return blocks[self.blocks].flatten(1, 2)

    def of_edges(self, blocks: Tensor) -> Tensor:
        return blocks[self.blocks[self.edges]].flatten(1, 2)


class FusedReader(Reader):
    """Reads one row."""

    def read(self, embedded: Tensor, present: Tensor) -> Tensor:
        seen = Seen(present[0])
        places = torch.ones_like(present, dtype=torch.long).cumsum(1) - 1
        rates = ROTARY_BASE ** (-torch.arange(0, HEAD_WIDTH, 2) / HEAD_WIDTH)
        angles = places[0, :, None] * rates
        states = embedded.reshape(1, -1, BLOCK, embedded.shape[2])
        for layer in self.layers:
            states = layer(states, seen, (places, angles.cos(), angles.sin()))
        return self.last(states).reshape(embedded.shape)


def fuse_layer(layer: Layer) -> Layer:
    fused = copy.copy(layer)
    fused.__class__ = FusedLayer
    return fused


def fuse(reader: Reader) -> Reader:
    """The same reader, to be exported; its weights are shared."""
    fused = copy.copy(reader)
    fused.__class__ = FusedReader
    fused._modules = {**reader._modules, "layers": nn.ModuleList(fuse_layer(layer) for layer in reader.layers)}
    return fused
