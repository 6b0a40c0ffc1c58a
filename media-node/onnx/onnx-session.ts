// One model, where it runs best: on a device of this node (in that device's process, see devices/), else in this thread on
// the CPU. A device that is full says so and is asked again; only a provider that this node has not, or that does not
// take the model at all, is passed over.
import { AppError } from "../../shared/errors.ts";
import { currentCall } from "../threads/call-context.ts";
import { DeviceClient } from "./devices/client/device-client.ts";
import { DeviceBoard } from "./devices/device-board.ts";
import type { RowBatching } from "./devices/device-messages.ts";
import {
  type DeviceSession,
  type DeviceSessionOptions,
  type DeviceTensor,
  KeptTensor,
  openDeviceSession,
} from "./devices/device-session.ts";
import { mapTensors } from "./devices/raw-tensors.ts";
import type { DeviceProvider, ExecutionProvider } from "./execution-providers.ts";
import { gatherRows, lastPositions } from "./float-tensors.ts";
import {
  isOutOfMemory,
  type LocalSession,
  type ModelSource,
  openLocalSession,
  pathOfModel,
  reasonOf,
  type Tensors,
} from "./local-session.ts";
import type { Tensor } from "./tensor.ts";

/** A provider that was asked for and could not be had. */
export interface PassedOverProvider {
  readonly provider: ExecutionProvider;
  readonly reason: string;
}

export interface OnnxSessionOptions {
  /** Tried in this order; the first that opens the model is used. */
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  /** Whether calls may share a run on a device with those of others; not unless told. */
  readonly batching?: RowBatching;
  /** Outputs that `runKeeping` leaves where they are made. */
  readonly keptOutputs?: readonly string[];
  /** Whether the CPU keeps blocks of memory from one operator to the next: for runs that are all small. Not unless told. */
  readonly keepsMemory?: boolean;
  /** Whether threads of the CPU that wait for the next operator give their core up: for large ones. Not unless told. */
  readonly yieldsCores?: boolean;
}

export interface OnnxSession extends Pick<LocalSession, "inputNames" | "outputNames" | "inputs" | "dispose"> {
  readonly provider: ExecutionProvider;
  /** Providers before it in the list, with why each could not be had. */
  readonly passedOver: readonly PassedOverProvider[];
  /**
   * Runs the model once; only `fetches` come back where they are named, though all outputs are computed.
   * @throws AppError OUT_OF_MEMORY; what ONNX Runtime throws for shapes and types that the model does not take; the
   * reason of the caller's abort
   */
  run(feeds: Tensors, fetches?: readonly string[]): Promise<Tensors>;
  /**
   * As `run`, with tensors that earlier calls left where they were made, and leaving those outputs there that `keep`
   * names. On the CPU they are tensors like others. Of outputs that `lastOnly` names, [rows, positions, ...], only the
   * last position comes back.
   * @throws as `run`; DeviceLost where a device was lost with what was left on it
   */
  runKeeping(
    feeds: Readonly<Record<string, DeviceTensor>>,
    fetches: readonly string[],
    keep: readonly string[],
    lastOnly?: readonly string[],
  ): Promise<Record<string, DeviceTensor>>;
  /** New tensors with some rows of each, in the given order, where the tensors lie. */
  gather(tensors: readonly DeviceTensor[], rows: readonly number[]): Promise<DeviceTensor[]>;
  /** Gives up what was left on a device. */
  release(tensors: readonly DeviceTensor[]): Promise<void>;
}

type Runner = Omit<OnnxSession, "provider" | "passedOver">;

/** One for each board that this thread has seen. */
const clients = new WeakMap<DeviceBoard, DeviceClient>();

/** The devices of this thread's node. */
function devices(): DeviceClient | undefined {
  const board = DeviceBoard.find();
  if (board === undefined) return undefined;
  const client = clients.get(board) ?? new DeviceClient(board);
  clients.set(board, client);
  return client;
}

function onCpu(session: LocalSession): Runner {
  const { inputNames, outputNames, inputs, dispose } = session;
  // A batch of speech is thousands of runs, which take minutes on a CPU: an abort ends it between two of them.
  const run: LocalSession["run"] = async (feeds, fetches) => {
    currentCall().signal?.throwIfAborted();
    return session.run(feeds, fetches);
  };
  return {
    inputNames,
    outputNames,
    inputs,
    run,
    dispose,
    runKeeping: async (feeds, fetches, _, lastOnly = []) =>
      mapTensors(await run(feeds as Tensors, fetches), (tensor, name) =>
        lastOnly.includes(name) ? lastPositions(tensor) : tensor,
      ),
    gather: async (tensors, rows) => tensors.map((tensor) => gatherRows(tensor as Tensor, rows)),
    release: async () => undefined,
  };
}

function onDevice(session: DeviceSession): Runner {
  const { inputNames, outputNames, inputs } = session;
  const keptOf = (tensors: readonly DeviceTensor[]): KeptTensor[] =>
    tensors.filter((tensor) => tensor instanceof KeptTensor);
  return {
    inputNames,
    outputNames,
    inputs,
    run: async (feeds, fetches) => (await session.run(feeds, { fetches })) as Tensors,
    runKeeping: (feeds, fetches, keep, lastOnly = []) => session.run(feeds, { fetches, keep, lastOnly }),
    gather: async (tensors, rows) => {
      const gathered = await session.gather(keptOf(tensors), rows);
      // Tensors of one call are either all left on the device or none is.
      return gathered.length > 0 ? gathered : tensors.map((tensor) => gatherRows(tensor as Tensor, rows));
    },
    release: (tensors) => session.release(keptOf(tensors)),
    // The device's process keeps what it has opened for as long as there is room.
    dispose: async () => undefined,
  };
}

async function openOnDevice(
  model: ModelSource,
  provider: DeviceProvider,
  { batching = null, keptOutputs = [] }: Partial<Pick<DeviceSessionOptions, "batching" | "keptOutputs">>,
): Promise<Runner> {
  const nodeDevices = devices();
  if (nodeDevices?.hasProvider(provider) !== true) throw new Error("this node has no such device");
  if (typeof model !== "string") throw new Error("devices read models from files");
  return onDevice(await openDeviceSession(model, { client: nodeDevices, provider, batching, keptOutputs }));
}

function isForOthers(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === "MODEL_UNAVAILABLE";
}

/**
 * Opens a model file, or a model that was made of one.
 * @throws AppError MODEL_UNAVAILABLE when no provider opens it, OUT_OF_MEMORY; NodeLack where a device does not come back
 */
export async function openOnnxSession(
  model: ModelSource,
  { providers, threads, keepsMemory = false, yieldsCores = false, ...placing }: OnnxSessionOptions,
): Promise<OnnxSession> {
  const passedOver: PassedOverProvider[] = [];
  for (const provider of providers) {
    try {
      const runner =
        provider === "cpu"
          ? onCpu(await openLocalSession(model, { provider, threads, keepsMemory, yieldsCores }))
          : await openOnDevice(model, provider, placing);
      return { ...runner, provider, passedOver };
    } catch (error) {
      if (!isForOthers(error)) throw error;
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      passedOver.push({ provider, reason: reasonOf(cause) });
    }
  }
  const tried = passedOver.map(({ provider, reason }) => `${provider}: ${reason}`).join("; ");
  const code = passedOver.some(({ reason }) => isOutOfMemory(reason)) ? "OUT_OF_MEMORY" : "MODEL_UNAVAILABLE";
  const cause = new Error(`${pathOfModel(model)} could not be opened (${tried})`);
  throw new AppError(code, undefined, { cause });
}
