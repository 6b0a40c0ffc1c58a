// What threads ask a device's process, and what it answers. A request says all that it needs, so that it can be sent to
// another device when this one is lost; only tensors that were left on a device bind it to that one.
import type { InferenceSession } from "onnxruntime-node";
import type { RawTensors } from "./raw-tensors.ts";

/** A model, and what was known of it when it was opened: a file that was replaced is another model. */
export interface DeviceModel {
  readonly path: string;
  /** Of the files behind the path: size and time of change. */
  readonly version: string;
  /** Outputs that may be left on the device. */
  readonly keptOutputs: readonly string[];
}

/** How calls of several runs may share one run of a model: its rows do not see each other. */
export interface RowBatching {
  readonly maxRows: number;
  /**
   * Inputs that some exports of the model give no rows: those that have none must be the same for all calls of a batch.
   * All others, and all outputs, have rows first.
   */
  readonly alike?: readonly string[];
}

export interface RunRequest {
  readonly type: "run";
  readonly id: number;
  readonly model: DeviceModel;
  /** Whose call it is: devices are shared out between these. */
  readonly share: string;
  /** Shares its run with no other call's rows, since a device ended during it; not unless told. */
  readonly isAlone?: boolean;
  readonly batching: RowBatching | null;
  readonly fetches: readonly string[] | null;
  /** Of `fetches`, those that stay on the device; the answer has their numbers. */
  readonly keep: readonly string[];
  /** Outputs [rows, positions, ...] of which only the last position is answered. */
  readonly lastOnly: readonly string[];
  /** Inputs that lie on the device. */
  readonly kept: Readonly<Record<string, number>>;
  readonly feeds: RawTensors;
}

export type DeviceRequest =
  | RunRequest
  | { readonly type: "describe"; readonly id: number; readonly model: DeviceModel; readonly share: string }
  /** New tensors on the device: some rows of others, in this order. */
  | {
      readonly type: "gather";
      readonly id: number;
      readonly share: string;
      readonly kept: readonly number[];
      readonly rows: readonly number[];
    }
  | { readonly type: "release"; readonly id: number; readonly kept: readonly number[] }
  /** Nobody waits for the call `of` any more; it is not answered, and neither is this. */
  | { readonly type: "cancel"; readonly id: number; readonly of: number };

export interface KeptShape {
  readonly kept: number;
  readonly type: string;
  readonly dims: readonly number[];
}

export interface ModelDescription {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputs: readonly InferenceSession.ValueMetadata[];
}

/**
 * `GONE`: tensors that the call takes from the device are not there any more. `DISPLACED`: they made room for others; the
 * work that left them starts over.
 */
export type DeviceFailure = "OUT_OF_MEMORY" | "MODEL_UNAVAILABLE" | "FAILED" | "GONE" | "DISPLACED";

/** Which of the fields are there follows from what was asked. */
export type DeviceAnswer =
  | {
      readonly id: number;
      readonly ok: true;
      readonly description?: ModelDescription;
      readonly outputs?: RawTensors;
      readonly kept?: Readonly<Record<string, KeptShape>>;
      readonly gathered?: readonly KeptShape[];
    }
  | { readonly id: number; readonly ok: false; readonly code: DeviceFailure; readonly message: string };

/** The device works on the call from here on: what ends the process now may be the call's doing. */
export interface DeviceBegun {
  readonly id: number;
  readonly begun: true;
}

/** What a device's process tells the node that started it. */
export type DeviceNews =
  | { readonly type: "ready" }
  | {
      readonly type: "beat";
      /** Of the device's memory. */
      readonly usedBytes: number;
      /** Files of what is loaded. */
      readonly models: readonly string[];
      /** Tensors that calls left there for others. */
      readonly kept: number;
      readonly calls: number;
      readonly batches: number;
      readonly rows: number;
      readonly padding: number;
      readonly busyMs: number;
      /** Inputs and outputs of runs that were copied between the device and the machine's memory. */
      readonly copiedBytes: number;
      readonly waiting: number;
      /** Calls of threads that wait or are under way. */
      readonly unanswered: number;
    }
  | { readonly type: "ending"; readonly reason: string };
