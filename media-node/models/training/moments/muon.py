"""Muon (Jordan et al. 2024): momentum, of which the step of each matrix is made orthogonal before it is taken.

Learns faster than Adam from the same text. For the layers of a transformer only;
matrices of the same shape are made orthogonal together.
"""

from collections.abc import Iterable

import torch
from torch import Tensor

MOMENTUM = 0.95
STEPS = 5
COEFFICIENTS = (3.4445, -4.7750, 2.0315)
"""Of the Newton-Schulz iteration, as published: singular values end between 0.7 and 1.2."""


def make_orthogonal(matrices: Tensor) -> Tensor:
    """Matrices [n, rows, columns] with about the same singular vectors, all singular values near 1."""
    a, b, c = COEFFICIENTS
    tall = matrices.shape[1] > matrices.shape[2]
    x = (matrices.transpose(1, 2) if tall else matrices).to(torch.bfloat16)
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(STEPS):
        gram = x @ x.transpose(1, 2)
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.transpose(1, 2) if tall else x


class Muon(torch.optim.Optimizer):
    """Matrices that are several in one, as queries, keys and values, are parted into squares first."""

    def __init__(self, matrices: Iterable[Tensor], lr: float, weight_decay: float = 0) -> None:
        super().__init__(list(matrices), {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self) -> None:
        for group in self.param_groups:
            shapes: dict[torch.Size, list[Tensor]] = {}
            for matrix in group["params"]:
                shapes.setdefault(matrix.shape, []).append(matrix)
            for matrices in shapes.values():
                self.take_step(matrices, group["lr"], group["weight_decay"])

    def take_step(self, matrices: list[Tensor], lr: float, weight_decay: float) -> None:
        rows, columns = matrices[0].shape
        parts = 3 if rows == 3 * columns else 1
        wanted = []
        for matrix in matrices:
            momentum = self.state[matrix].setdefault("momentum", torch.zeros_like(matrix))
            momentum.lerp_(matrix.grad, 1 - MOMENTUM)
            wanted.append(matrix.grad.lerp(momentum, MOMENTUM))
        stacked = torch.stack(wanted).reshape(-1, rows // parts, columns)
        size = max(1, rows / parts / columns) ** 0.5
        taken = make_orthogonal(stacked).reshape(len(matrices), rows, columns)
        for matrix, each in zip(matrices, taken, strict=True):
            matrix.mul_(1 - lr * weight_decay).add_(each.to(matrix.dtype), alpha=-lr * size)
