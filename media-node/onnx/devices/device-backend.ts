// What a device's process needs of the device itself: opening models there, and how much of its memory this process holds.
// ONNX Runtime's providers are one backend; whoever starts a process names its file, and may name another.
import type { DeviceProvider } from "../execution-providers.ts";
import type { LocalSession } from "../local-session.ts";
import type { Tensor } from "../tensor.ts";
import type { DeviceModel } from "./device-messages.ts";

export interface DeviceBackend {
  /** @throws where the device does not take the model; AppError OUT_OF_MEMORY where it is full */
  open(model: DeviceModel): Promise<LocalSession>;
  /** A new tensor with some rows of one that lies on the device, there. Only backends that hold tensors need it. */
  gatherRows?(tensor: Tensor, rows: readonly number[]): Promise<Tensor>;
  /** Bytes of the device's memory that this process holds; null where the device does not say. */
  usedBytes(): Promise<number | null>;
}

export interface BackendSettings {
  readonly provider: DeviceProvider;
  /** The device's name for the driver's tools; null where it has none. */
  readonly uuid: string | null;
  /** What a backend of another kind needs; ONNX Runtime's ignores it. */
  readonly extra: unknown;
}

/** The default export of a backend's file. */
export type CreateBackend = (settings: BackendSettings) => DeviceBackend;
