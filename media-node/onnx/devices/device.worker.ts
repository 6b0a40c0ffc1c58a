// The thread of a device's process in which models run, one call after the other: a run blocks its thread, and two at once
// can end a process (microsoft/onnxruntime#32561). Where memory runs out although everything else was closed, a batch is
// halved until it fits. A device that is broken for good says so, and its process ends.
import assert from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import { AppError, hasErrorCode } from "../../../shared/errors.ts";
import { DEVICE_LIMITS } from "../../../shared/limits/devices.ts";
import { gatherRows, lastPositions } from "../float-tensors.ts";
import { isOutOfMemory, type LocalSession, reasonOf } from "../local-session.ts";
import type { Tensor } from "../tensor.ts";
import type { BackendSettings, CreateBackend } from "./device-backend.ts";
import type { DeviceFailure, DeviceModel, KeptShape, ModelDescription } from "./device-messages.ts";
import { type GatherRows, KeptTensors, TensorGone } from "./kept-tensors.ts";
import { LoadedModels } from "./loaded-models.ts";
import {
  mapTensors,
  memoryOf,
  type RawTensor,
  type RawTensors,
  rawTensor,
  rowsOf,
  stackRows,
  tensorOf,
} from "./raw-tensors.ts";

export interface DeviceThreadData {
  /** URL of the backend's file. */
  readonly backend: string;
  readonly settings: BackendSettings;
  readonly budgetBytes: number;
}

/** One run of a model, for one call or several. */
export interface BatchWork {
  readonly type: "run";
  readonly model: DeviceModel;
  readonly feeds: RawTensors;
  readonly kept: Readonly<Record<string, number>>;
  readonly fetches: readonly string[] | null;
  readonly keep: readonly string[];
  /** Outputs of which only the last position is answered. */
  readonly lastOnly: readonly string[];
  /** Rows of the feeds, which may be parted; null for a run that may not. */
  readonly rows: number | null;
  /** Rows of each call, in order; what is kept is kept for each. */
  readonly parts: readonly number[];
  readonly alike: readonly string[];
}

export type DeviceWork =
  | BatchWork
  | { readonly type: "describe"; readonly model: DeviceModel }
  | { readonly type: "gather"; readonly kept: readonly number[]; readonly rows: readonly number[] }
  | { readonly type: "release"; readonly kept: readonly number[] }
  | { readonly type: "look" };

export interface ThreadResult {
  readonly ok: true;
  readonly description?: ModelDescription;
  readonly outputs?: RawTensors;
  /** For each call. */
  readonly kept?: readonly Readonly<Record<string, KeptShape>>[];
  readonly gathered?: readonly KeptShape[];
  /** Of the device's memory. */
  readonly usedBytes?: number;
  readonly loaded?: readonly string[];
  /** Tensors that were left here. */
  readonly keptCount?: number;
  /** Inputs and outputs that runs have copied between the device and the machine's memory, all together. */
  readonly copiedBytes?: number;
  /** Those that nobody had asked for in a while, and that are gone. */
  readonly expired?: readonly number[];
}

export interface ThreadFailure {
  readonly ok: false;
  readonly code: DeviceFailure;
  readonly message: string;
  /** Of a run that had no room: its inputs, which came here and went from their sender, to be tried again. */
  readonly feeds?: RawTensors;
}

/** The device does not work any more in this process. */
interface DeviceBroken {
  readonly ok: false;
  readonly code: "BROKEN";
  readonly message: string;
}

export type ThreadAnswer = ThreadResult | ThreadFailure | DeviceBroken;

/** An answer, or word that a model is being opened (which may take long) or has been. */
export type ThreadMessage = ThreadAnswer | { readonly opens: boolean };

/** Errors after which every further call fails until the process ends (CUDA's sticky errors; Dawn's lost device). */
const STICKY =
  /CUDA failure (?:700|702|709|71[0-9]|999)\b|illegal memory access|unspecified launch failure|device-side assert|device (?:is|was) lost|lost device/i;

assert.ok(parentPort !== null, "this file runs in a thread");
const port = parentPort;
const { backend: backendUrl, settings, budgetBytes } = workerData as DeviceThreadData;
const createBackend = ((await import(backendUrl)) as { default: CreateBackend }).default;
const device = createBackend(settings);
const send = (message: ThreadMessage): void =>
  port.postMessage(message, "feeds" in message ? memoryOf(message.feeds) : []);
const models = new LoadedModels(
  {
    usedBytes: device.usedBytes,
    open: async (model) => {
      send({ opens: true });
      const session = await device.open(model);
      send({ opens: false });
      return session;
    },
  },
  budgetBytes,
);
const gather: GatherRows = async (tensor, rows) =>
  tensor.location === "cpu" || device.gatherRows === undefined
    ? gatherRows(tensor, rows)
    : device.gatherRows(tensor, rows);
const keptTensors = new KeptTensors(DEVICE_LIMITS.keptMs, gather);
let copiedBytes = 0;

/** What lies on the device is not copied. */
function countCopied(tensors: Readonly<Record<string, Tensor>>): void {
  for (const tensor of Object.values(tensors)) {
    if (tensor.location === "cpu") copiedBytes += rawTensor(tensor).data.byteLength;
  }
}

async function runOnce(
  session: LocalSession,
  work: BatchWork,
  feeds: RawTensors,
): Promise<Readonly<Record<string, Tensor>>> {
  const now = performance.now();
  const inputs = {
    ...mapTensors(feeds, tensorOf),
    ...mapTensors(work.kept, (number) => keptTensors.get(number, now)),
  };
  const outputs = await session.run(inputs, work.fetches ?? undefined);
  countCopied(inputs);
  countCopied(outputs);
  return outputs;
}

/**
 * What of a half comes to memory to be put together with the other.
 * @throws AppError OUT_OF_MEMORY for outputs that stay on the device, which nothing puts together there
 */
function halfOf(outputs: Readonly<Record<string, Tensor>>): RawTensors {
  const onDevice = Object.entries(outputs).find(([, { location }]) => location !== "cpu");
  if (onDevice === undefined) return mapTensors(outputs, rawTensor);
  for (const tensor of Object.values(outputs)) tensor.dispose();
  const cause = new Error(`out of memory: ${onDevice[0]} stays on the device, and its rows cannot be halved`);
  throw new AppError("OUT_OF_MEMORY", undefined, { cause });
}

/** Runs the rows in halves where the device has no room for all of them at once. */
async function runHalves(
  session: LocalSession,
  work: BatchWork,
  from: number,
  to: number,
): Promise<RawTensors> {
  const middle = Math.ceil((from + to) / 2);
  const parts: RawTensors[] = [];
  for (const [start, end] of [[from, middle] as const, [middle, to] as const]) {
    const feeds = rowsOf(work.feeds, start, end, work.alike);
    const outputs = await runOnce(session, work, feeds).catch((error: unknown) => {
      if (!hasErrorCode(error, "OUT_OF_MEMORY") || end - start <= 1) throw error;
      return null;
    });
    parts.push(outputs === null ? await runHalves(session, work, start, end) : halfOf(outputs));
  }
  return stackRows(parts);
}

/** Leaves a tensor here, for each call its rows. */
async function keepParts(tensor: Tensor, parts: readonly number[]): Promise<KeptShape[]> {
  const now = performance.now();
  if (parts.length === 0 || (parts.length === 1 && parts[0] === tensor.dims[0])) {
    return [keptTensors.add(tensor, now)];
  }
  return keptTensors.addParts(tensor, parts, now);
}

/** @throws Error where several calls, or padding, share an output that does not have their rows first */
function requireRows({ rows, parts }: BatchWork, name: string, [first]: readonly number[]): void {
  if (rows === null || first === rows || (parts.length === 1 && parts[0] === rows)) return;
  throw new Error(
    `The output ${name} has ${first ?? "no"} rows for ${rows}: calls of this model cannot share a run.`,
  );
}

async function run(work: BatchWork): Promise<ThreadResult> {
  const { rows, keep, lastOnly, parts } = work;
  const all: Readonly<Record<string, Tensor | RawTensor>> = await models
    .run(work.model, (session) => runOnce(session, work, work.feeds))
    .catch((error: unknown) => {
      if (!hasErrorCode(error, "OUT_OF_MEMORY") || rows === null || rows <= 1) throw error;
      return models.run<RawTensors>(work.model, (session) => runHalves(session, work, 0, rows));
    });
  const outputs: Record<string, RawTensor> = {};
  let kept: Readonly<Record<string, KeptShape>>[] = [];
  const tensors = Object.entries(all).map(
    ([name, output]) => [name, "location" in output ? output : tensorOf(output)] as const,
  );
  try {
    for (const [name, tensor] of tensors) {
      requireRows(work, name, tensor.dims);
      if (!keep.includes(name)) {
        outputs[name] = rawTensor(lastOnly.includes(name) ? lastPositions(tensor) : tensor);
        continue;
      }
      const shapes = await keepParts(tensor, parts);
      kept = shapes.map((shape, part) => ({ ...kept[part], [name]: shape }));
    }
  } catch (error) {
    // Nobody learns the numbers of what was left here by then.
    keptTensors.release(kept.flatMap((part) => Object.values(part)).map((shape) => shape.kept));
    for (const [, tensor] of tensors) if (tensor.location !== "none") tensor.dispose();
    throw error;
  }
  return { ok: true, outputs, kept };
}

async function perform(work: DeviceWork): Promise<ThreadAnswer> {
  switch (work.type) {
    case "run":
      return run(work);
    case "describe": {
      const { inputNames, outputNames, inputs } = await models.open(work.model);
      return { ok: true, description: { inputNames, outputNames, inputs } };
    }
    case "gather":
      return { ok: true, gathered: await keptTensors.gather(work.kept, work.rows, performance.now()) };
    case "release":
      keptTensors.release(work.kept);
      return { ok: true };
    case "look":
      return {
        ok: true,
        expired: keptTensors.releaseOld(performance.now()),
        usedBytes: await models.usedBytes(),
        loaded: models.paths,
        keptCount: keptTensors.size,
        copiedBytes,
      };
  }
}

function failureOf(error: unknown, work: DeviceWork): ThreadAnswer {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const message = reasonOf(cause);
  if (error instanceof TensorGone) return { ok: false, code: "GONE", message };
  // In all that it says: the reason comes last, after many words of where in ONNX Runtime's source that was.
  const text = String(cause);
  const brokenAt = text.search(STICKY);
  if (brokenAt >= 0) return { ok: false, code: "BROKEN", message: reasonOf(text.slice(brokenAt)) };
  if (hasErrorCode(error, "OUT_OF_MEMORY") || isOutOfMemory(cause)) {
    return { ok: false, code: "OUT_OF_MEMORY", message, ...(work.type === "run" && { feeds: work.feeds }) };
  }
  return { ok: false, code: work.type === "describe" ? "MODEL_UNAVAILABLE" : "FAILED", message };
}

port.on("message", (work: DeviceWork) => {
  void perform(work)
    .catch((error: unknown) => failureOf(error, work))
    .then(send);
});
send({ ok: true });
