// Outputs that stay on a simulated device, as WebGPU's do in a GPU's buffers: they take its memory until they are disposed
// of, nobody reads them from there, and a run takes them as inputs where they lie.
import assert from "node:assert/strict";
import { gatherRows } from "../../../media-node/onnx/float-tensors.ts";
import type { Tensors } from "../../../media-node/onnx/local-session.ts";
import { Tensor } from "../../../media-node/onnx/tensor.ts";

export interface DeviceMemory {
  /** @throws AppError OUT_OF_MEMORY where so much is not free */
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

function bytesOf({ data }: Tensor): number {
  return (data as Exclude<Tensor["data"], string[]>).byteLength;
}

export class HeldOutputs {
  readonly #memory: DeviceMemory;
  readonly #held = new WeakMap<Tensor, Tensor>();

  constructor(memory: DeviceMemory) {
    this.#memory = memory;
  }

  /** The tensor on the device. @throws AppError OUT_OF_MEMORY */
  hold(tensor: Tensor): Tensor {
    const bytes = bytesOf(tensor);
    this.#memory.take(bytes);
    const held = Tensor.fromGpuBuffer({} as never, {
      dataType: tensor.type as "float32",
      dims: tensor.dims,
      dispose: () => {
        if (this.#held.delete(held)) this.#memory.giveBack(bytes);
      },
    });
    this.#held.set(held, tensor);
    return held;
  }

  /** What a run computes with. */
  read(tensor: Tensor): Tensor {
    if (tensor.location === "cpu") return tensor;
    return this.#held.get(tensor) ?? assert.fail("a tensor that was disposed of");
  }

  /** Outputs of a run, those that stay held. Where there is no room for all of them, none is. @throws AppError OUT_OF_MEMORY */
  holdSome(outputs: Tensors, names: readonly string[]): Tensors {
    const result: Record<string, Tensor> = {};
    try {
      for (const [name, tensor] of Object.entries(outputs))
        result[name] = names.includes(name) ? this.hold(tensor) : tensor;
      return result;
    } catch (error) {
      for (const tensor of Object.values(result)) tensor.dispose();
      throw error;
    }
  }

  gather(tensor: Tensor, rows: readonly number[]): Tensor {
    return this.hold(gatherRows(this.read(tensor), rows));
  }
}
