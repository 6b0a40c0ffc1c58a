// Tensors as ONNX Runtime takes and gives them. The library itself is imported in this room alone, so that nothing loads it
// before its reports are switched off.
import "../threads/no-telemetry.ts";
import { Tensor as RuntimeTensor } from "onnxruntime-node";

export type Tensor = RuntimeTensor;
export const Tensor = RuntimeTensor;
export type TensorType = RuntimeTensor["type"];
