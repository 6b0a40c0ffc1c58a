"""The acoustic model: depthwise-separable convolution blocks over log-mel frames, with CTC logits.

A strided stem makes one frame of 30 ms out of three of 10 ms. Each block is a
ConvNeXt block (Liu et al. 2022) in time: depthwise convolution, layer
normalisation over channels, two pointwise layers, residual. Frames past
`length` are set to zero before every convolution, so that a padded window of a
batch gives what it gives alone; layer instead of batch normalisation for the
same reason. The time axis is the last of a 4-dimensional tensor, for which the
convolutions of PyTorch and ONNX Runtime are fastest.
"""
import torch
from torch import Tensor, nn

SUBSAMPLING = 3
MEL_BINS = 80


class Block(nn.Module):
    """Depthwise convolution over time and a two-layer perceptron over channels, [batch, time, channels]."""

    def __init__(self, width: int, hidden: int, kernel: int) -> None:
        super().__init__()
        self.depthwise = nn.Conv2d(width, width, (1, kernel), padding=(0, kernel // 2), groups=width)
        self.norm = nn.LayerNorm(width)
        self.expand = nn.Linear(width, hidden)
        self.project = nn.Linear(hidden, width)
        self.dropout = nn.Dropout(0.05)

    def forward(self, frames: Tensor, mask: Tensor) -> Tensor:
        mixed = self.depthwise((frames * mask).transpose(1, 2).unsqueeze(2)).squeeze(2).transpose(1, 2)
        return frames + self.dropout(self.project(torch.relu(self.expand(self.norm(mixed)))))


class AcousticModel(nn.Module):
    """Log probabilities of symbols per 30 ms."""

    def __init__(self, symbols: int, width: int = 288, hidden: int = 720, blocks: int = 13) -> None:
        super().__init__()
        self.stem = nn.Conv2d(MEL_BINS, width, (1, 9), stride=(1, SUBSAMPLING), padding=(0, 4))
        self.stem_norm = nn.LayerNorm(width)
        kernels = [9 + 2 * round(12 * index / (blocks - 1)) for index in range(blocks)]
        self.blocks = nn.ModuleList(Block(width, hidden, kernel) for kernel in kernels)
        self.norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, symbols)

    def forward(self, audio_signal: Tensor, length: Tensor) -> Tensor:
        """audio_signal [batch, 80, frames], length int64 [batch] -> log probabilities [batch, ceil(frames / 3), symbols]."""
        steps = torch.arange(audio_signal.shape[2], device=length.device)
        signal = audio_signal * (steps[None, :] < length[:, None]).unsqueeze(1).to(audio_signal.dtype)
        frames = self.stem(signal.unsqueeze(2)).squeeze(2).transpose(1, 2)
        reduced = (length + SUBSAMPLING - 1) // SUBSAMPLING
        steps = torch.arange(frames.shape[1], device=length.device)
        mask = (steps[None, :] < reduced[:, None]).unsqueeze(2).to(frames.dtype)
        frames = torch.relu(self.stem_norm(frames))
        for block in self.blocks:
            frames = block(frames, mask)
        return torch.log_softmax(self.output(self.norm(frames)).float(), dim=2)
