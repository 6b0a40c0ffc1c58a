"""Makes a reader deeper without changing what it says: further layers begin as ones that add nothing.

A layer that is put in has the matrices of the layer before it, but for those that write to the states, which are zero
(as in Gong et al. 2019, who stack a trained encoder's layers, and Chen et al. 2016, whose networks go on saying the
same). What one training has taught is not lost to the next, larger one.
"""

import argparse
import copy
from pathlib import Path

import numpy as np
import torch
from torch import nn

from network import load_judge
from reader import Layer, Reader


def add_nothing(layer: Layer) -> Layer:
    silent = copy.deepcopy(layer)
    for matrix in (silent.joined, silent.narrowed):
        nn.init.zeros_(matrix.weight)
    return silent


def grow(reader: Reader, layers: int) -> None:
    """To so many layers; the added ones are spread evenly from behind the first to before the last one."""
    added = layers - len(reader.layers)
    if not 0 <= added < len(reader.layers):
        raise ValueError(f"{len(reader.layers)} layers cannot become {layers} at once")
    places = set(np.linspace(0, len(reader.layers) - 2, added).round().astype(int).tolist())
    grown: list[Layer] = []
    for index, layer in enumerate(reader.layers):
        grown.append(layer)
        if index in places:
            grown.append(add_nothing(layer))
    reader.layers = nn.ModuleList(grown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", type=Path, help="a trained judge, whose reader is taken")
    parser.add_argument("reader", type=Path, help="where the deeper reader is written")
    parser.add_argument("--layers", type=int, default=10)
    args = parser.parse_args()
    reader = load_judge(args.judge).reader
    shape = torch.load(args.judge, map_location="cpu", weights_only=True)["reader"]
    grow(reader, args.layers)
    torch.save({"reader": {**shape, "layers": args.layers}, "weights": reader.state_dict()}, args.reader)


if __name__ == "__main__":
    main()
