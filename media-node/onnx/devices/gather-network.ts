// Rows of tensors that lie on a device, chosen there: a network of one operator for each type and number of dimensions.
// Bringing a tensor here to choose its rows would move hundreds of megabytes, and a WebGPU tensor's own way back ends the
// process (onnxruntime-node 1.30).
import type { DeviceProvider } from "../execution-providers.ts";
import { type LocalSession, openLocalSession } from "../local-session.ts";
import { type OnnxElementType, writeOnnxModel } from "../onnx-writer.ts";
import { Tensor } from "../tensor.ts";
import type { GatherRows } from "./kept-tensors.ts";

const CPU_THREADS = 1;

function gatherNetwork(type: OnnxElementType, rank: number): Uint8Array {
  const dims = Array.from({ length: rank - 1 }, (_, index) => `dim_${index + 1}`);
  return writeOnnxModel({
    opset: 17,
    irVersion: 8,
    inputs: [
      { name: "data", type, shape: ["rows", ...dims] },
      { name: "chosen", type: "int32", shape: ["count"] },
    ],
    outputs: [{ name: "gathered", type, shape: ["count", ...dims] }],
    nodes: [
      { op: "Gather", inputs: ["data", "chosen"], outputs: ["gathered"], attributes: { axis: { int: 0 } } },
    ],
    initializers: [],
  });
}

/** Opens its networks when they are first needed. One call at a time. */
export function createRowGatherer(provider: DeviceProvider): GatherRows {
  const sessions = new Map<string, LocalSession>();
  const open = (type: string, rank: number): Promise<LocalSession> =>
    openLocalSession(
      { path: "rows of a tensor", bytes: gatherNetwork(type as OnnxElementType, rank) },
      { provider, threads: CPU_THREADS, keptOutputs: ["gathered"] },
    );
  return async (tensor, rows) => {
    const key = `${tensor.type} ${tensor.dims.length}`;
    const session = sessions.get(key) ?? (await open(tensor.type, tensor.dims.length));
    sessions.set(key, session);
    const chosen = new Tensor("int32", Int32Array.from(rows), [rows.length]);
    const { gathered } = await session.run({ data: tensor, chosen });
    return gathered as Tensor;
  };
}
