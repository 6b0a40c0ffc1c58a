"""Writes the bundle in the layout of diffusers' ONNX pipelines: weights in half precision, most of the U-Net's in eight
bits, and arithmetic in single precision."""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import NodeProto, TensorProto, helper, numpy_helper
from torch import nn

from draw_data import load_encoder
from model import CHANNELS, PATCH, SHRINK, TEXT_WIDTH
from sample import from_checkpoint
from text import END, LENGTH, START, write_json, write_tokenizer

OPSET = 17
LARGEST_STEP = 127
HALVED_FROM, PACKED_FROM = 64, 4096
"""Tensors with so many numbers are stored in half precision, and in eight bits where a network is packed."""
OUTPUT_AXES = {"Conv": 0, "Gemm": 0, "MatMul": 1}
"""Where weights of these operators have their output channels, as PyTorch exports them (Gemm with transB)."""
KEPT_LAYERS = ("conv_in.", "conv_out.", "up0.", "up1.skip.")
"""What they get wrong goes to the output as it is. In eight bits, these 2.5 % of the U-Net's weights alone make most of
the difference of images: 1.6 of 255 levels in the mean with them, 0.4 without. Only convolutions and Gemm are known by
name: the exporter calls matrices of MatMul otherwise."""


def in_half(tensor: TensorProto) -> tuple[list[TensorProto], list[NodeProto]]:
    half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), tensor.name + "_half")
    cast = helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT, name=tensor.name + "_cast")
    return [half], [cast]


def in_steps(tensor: TensorProto, axis: int) -> tuple[list[TensorProto], list[NodeProto]]:
    """In eight bits, with a scale for each place along an axis.

    Not DequantizeLinear: the runtime keeps it for every run, and rounds to eight bits what a MatMul after it multiplies."""
    name, values = tensor.name, numpy_helper.to_array(tensor)
    others = tuple(other for other in range(values.ndim) if other != axis)
    scale = np.abs(values).max(others, keepdims=True) / LARGEST_STEP + np.float32(1e-12)
    steps = np.rint(values / scale).astype(np.int8)
    stored = [numpy_helper.from_array(steps, name + "_steps"), numpy_helper.from_array(scale, name + "_scale")]
    cast = helper.make_node("Cast", [stored[0].name], [name + "_cast"], to=TensorProto.FLOAT, name=name + "_cast")
    return stored, [cast, helper.make_node("Mul", [name + "_cast", stored[1].name], [name], name=name + "_scaled")]


def pack_weights(path: Path, in_eight_bits: bool) -> None:
    """Stores the larger weights in float16 or eight bits; the runtime makes them float32 again when it loads them."""
    model = onnx.load(path)
    graph = model.graph
    axes = {node.input[1]: OUTPUT_AXES[node.op_type] for node in graph.node if node.op_type in OUTPUT_AXES}
    stored, unpacking = [], []
    for tensor in graph.initializer:
        size, axis = np.prod(tensor.dims), axes.get(tensor.name)
        is_float = tensor.data_type == TensorProto.FLOAT
        is_kept = not in_eight_bits or tensor.name.startswith(KEPT_LAYERS)
        if is_float and size >= PACKED_FROM and axis is not None and not is_kept:
            tensors, nodes = in_steps(tensor, axis)
        elif is_float and size >= HALVED_FROM:
            tensors, nodes = in_half(tensor)
        else:
            tensors, nodes = [tensor], []
        stored += tensors
        unpacking += nodes
    nodes = [*unpacking, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(stored)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def export(
    network: nn.Module,
    path: Path,
    inputs: dict[str, torch.Tensor],
    output: str,
    axes: dict[str, dict[int, str]],
    in_eight_bits: bool = False,
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network.eval(),
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    pack_weights(path, in_eight_bits)


def write_configs(bundle: Path, vocabulary: dict[str, int]) -> None:
    """The configuration files that diffusers has beside the networks."""
    diffusers, transformers = "diffusers", "transformers"
    write_json(
        bundle / "model_index.json",
        {
            "_class_name": "StableDiffusionPipeline",
            "_diffusers_version": "0.30.0",
            "requires_safety_checker": False,
            "feature_extractor": [None, None],
            "safety_checker": [None, None],
            "scheduler": [diffusers, "DPMSolverMultistepScheduler"],
            "text_encoder": [transformers, "CLIPTextModel"],
            "tokenizer": [transformers, "PreTrainedTokenizerFast"],
            "unet": [diffusers, "UNet2DConditionModel"],
            "vae_decoder": [diffusers, "AutoencoderKL"],
            "vae_encoder": [diffusers, "AutoencoderKL"],
        },
    )
    write_json(
        bundle / "scheduler" / "scheduler_config.json",
        {
            "_class_name": "DPMSolverMultistepScheduler",
            "num_train_timesteps": 1000,
            "beta_start": 0.0001,
            "beta_end": 0.02,
            "beta_schedule": "linear",
            "prediction_type": "v_prediction",
            "timestep_spacing": "trailing",
            "steps_offset": 0,
            "algorithm_type": "dpmsolver++",
            "solver_order": 2,
            "solver_type": "midpoint",
            "lower_order_final": True,
            "final_sigmas_type": "zero",
            "clip_sample": False,
        },
    )
    write_json(
        bundle / "text_encoder" / "config.json",
        {
            "architectures": ["CLIPTextModel"],
            "model_type": "clip_text_model",
            "hidden_size": TEXT_WIDTH,
            "max_position_embeddings": LENGTH,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "vocab_size": len(vocabulary),
            "bos_token_id": vocabulary[START],
            "eos_token_id": vocabulary[END],
            "pad_token_id": vocabulary[END],
        },
    )
    write_json(
        bundle / "unet" / "config.json",
        {
            "_class_name": "UNet2DConditionModel",
            "in_channels": CHANNELS,
            "out_channels": CHANNELS,
            "sample_size": 16,
            "cross_attention_dim": TEXT_WIDTH,
            "block_out_channels": [64, 128, 256],
        },
    )
    for part in ("vae_encoder", "vae_decoder"):
        write_json(
            bundle / part / "config.json",
            {
                "_class_name": "AutoencoderKL",
                "in_channels": 3,
                "out_channels": 3,
                "latent_channels": CHANNELS,
                "sample_size": 16 * PATCH * SHRINK,
                "scaling_factor": 1.0,
                "block_out_channels": [20, 20, 20, 32, 64, 96],
            },
        )


def export_networks(work: Path, bundle: Path) -> dict[str, int]:
    (text, unet, decoder), vocabulary = from_checkpoint(work)
    ids, latents, states = (
        torch.ones(2, LENGTH, dtype=torch.int32),
        torch.randn(2, CHANNELS, 16, 16),
        torch.randn(2, LENGTH, TEXT_WIDTH),
    )
    batch, area = {0: "batch"}, {0: "batch", 2: "height", 3: "width"}
    export(
        text,
        bundle / "text_encoder" / "model.onnx",
        {"input_ids": ids},
        "last_hidden_state",
        {"input_ids": batch, "last_hidden_state": batch},
    )
    export(
        unet,
        bundle / "unet" / "model.onnx",
        {"sample": latents, "timestep": torch.tensor([500.0]), "encoder_hidden_states": states},
        "out_sample",
        {
            "sample": area,
            "timestep": {0: "steps"},
            "encoder_hidden_states": {0: "batch", 1: "sequence"},
            "out_sample": area,
        },
        in_eight_bits=True,
    )
    export(
        decoder,
        bundle / "vae_decoder" / "model.onnx",
        {"latent_sample": latents},
        "sample",
        {"latent_sample": area, "sample": area},
    )
    export(
        load_encoder(work),
        bundle / "vae_encoder" / "model.onnx",
        {"sample": torch.randn(2, 3, 512, 512)},
        "latent_sample",
        {"sample": area, "latent_sample": area},
    )
    write_tokenizer(bundle / "tokenizer", vocabulary)
    return vocabulary


def write_manifest(bundle: Path) -> None:
    """Sizes and hashes of all files; everything else of the manifest stays as it is."""
    path = bundle / "manifest.json"
    manifest = (
        json.loads(path.read_text())
        if path.exists()
        else {
            "name": bundle.name,
            "kind": "image-generation",
            "family": "diffusers",
            "version": "1",
            "title": "Backgrounds, small, built in (trained on drawn pictures)",
            "license": "Apache-2.0",
        }
    )
    files = sorted(file for file in bundle.rglob("*") if file.is_file() and file != path)
    manifest["files"] = [
        {
            "path": file.relative_to(bundle).as_posix(),
            "sizeBytes": file.stat().st_size,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        for file in files
    ]
    write_json(path, manifest)
    print(sum(entry["sizeBytes"] for entry in manifest["files"]), "bytes in", len(files), "files")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    args = parser.parse_args()
    write_configs(args.bundle, export_networks(args.work, args.bundle))
    write_manifest(args.bundle)


if __name__ == "__main__":
    main()
