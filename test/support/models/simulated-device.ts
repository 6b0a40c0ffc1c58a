// A device for tests and benchmarks: models run on the CPU, and all else is as on a card. Its memory has an end, which
// outputs that stay there fill like models, a run takes time by call and by row, and it can be told to fail as cards do: to
// end its process, to hang, to break for good.
import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { CreateBackend } from "../../../media-node/onnx/devices/device-backend.ts";
import { rawTensor } from "../../../media-node/onnx/devices/raw-tensors.ts";
import { openLocalSession, type Tensors } from "../../../media-node/onnx/local-session.ts";
import { statNetwork } from "../../../media-node/onnx/model-files.ts";
import type { Tensor } from "../../../media-node/onnx/tensor.ts";
import { AppError } from "../../../shared/errors.ts";
import { HeldOutputs } from "./held-outputs.ts";

export interface SimulatedDevice {
  readonly memoryBytes: number;
  /** What a run needs of it for each row of its first input, while it lasts. */
  readonly bytesPerRow?: number;
  /** Whether outputs that a session may keep lie in its memory; else they are here, as with CUDA in this binding. */
  readonly holdsOutputs?: boolean;
  readonly msPerRun?: number;
  /** While there is such a file, runs do not end. */
  readonly holdFile?: string;
  readonly msPerRow?: number;
  /** What a megabyte of inputs and outputs that do not lie in its memory takes on their way. */
  readonly msPerMb?: number;
  /** Memory that a closed model leaves taken until the process ends, as a share of its own. */
  readonly leak?: number;
  /** A file with the number of bytes that others hold of its memory, which a driver may not tell apart. */
  readonly othersFile?: string;
  /** Models that it does not take, by what their paths end with. */
  readonly refuses?: string;
  /** Runs that are asked for an output whose name begins so have no room. */
  readonly noRoomFor?: string;
  /** A file with the name of a fault: the next run takes it away and fails so. */
  readonly faultFile?: string;
  /** A number that ends the process wherever an input has it. */
  readonly fatalValue?: number;
  /** As `faultFile`, and stays. */
  readonly lastingFaultFile?: string;
}

/** As long as ONNX Runtime's is, which says first where in its source a call of CUDA has failed. */
const WHERE =
  "/onnxruntime/core/providers/cuda/cuda_call.cc:129 std::conditional_t<THRW, void, onnxruntime::common::Status> onnxruntime::CudaCall(ERRTYPE, const char*, const char*, ERRTYPE, const char*, const char*, int)";
const ILLEGAL_ACCESS = `Non-zero status code returned while running MatMul node. Status Message: ${WHERE} ${WHERE} CUDA failure 700: an illegal memory access was encountered ; GPU=0`;

const HOLD_PAUSE_MS = 10;

async function standHeld({ holdFile }: SimulatedDevice): Promise<void> {
  while (holdFile !== undefined && existsSync(holdFile)) await pause(HOLD_PAUSE_MS);
}

export type DeviceFault = "die" | "hang" | "break" | "full";

function nextFault({ faultFile, lastingFaultFile }: SimulatedDevice): string | undefined {
  if (lastingFaultFile !== undefined && existsSync(lastingFaultFile)) {
    return readFileSync(lastingFaultFile, "utf8");
  }
  if (faultFile === undefined || !existsSync(faultFile)) return undefined;
  const fault = readFileSync(faultFile, "utf8");
  // Whoever writes it makes it first, and has not written it yet.
  if (fault === "") return undefined;
  unlinkSync(faultFile);
  return fault;
}

function hasFatalValue({ fatalValue }: SimulatedDevice, { data }: Tensor): boolean {
  return fatalValue !== undefined && data instanceof Float32Array && data.includes(fatalValue);
}

function isWithoutRoom({ noRoomFor }: SimulatedDevice, output: string): boolean {
  return noRoomFor !== undefined && output.startsWith(noRoomFor);
}

function bytesOfOthers({ othersFile }: SimulatedDevice): number {
  return othersFile !== undefined && existsSync(othersFile) ? Number(readFileSync(othersFile, "utf8")) : 0;
}

function copiedBytes(tensors: Tensors): number {
  const copied = Object.values(tensors).filter(({ location }) => location === "cpu");
  return copied.reduce((sum, tensor) => sum + rawTensor(tensor).data.byteLength, 0);
}

function fail(fault: string | undefined): void {
  if (fault === "die") process.kill(process.pid, "SIGSEGV");
  if (fault === "break") throw new Error(ILLEGAL_ACCESS);
  if (fault === "full") {
    throw new AppError("OUT_OF_MEMORY", undefined, { cause: new Error("CUDA failure 2: out of memory") });
  }
  // As a driver does that never comes back: nothing in this thread moves any more.
  if (fault === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const createSimulatedDevice: CreateBackend = ({ extra }) => {
  const device = extra as SimulatedDevice;
  const {
    memoryBytes,
    bytesPerRow = 0,
    msPerRun = 0,
    msPerRow = 0,
    msPerMb = 0,
    leak = 0,
    holdsOutputs = false,
  } = device;
  let usedBytes = 0;
  const take = (bytes: number): void => {
    if (usedBytes + bytes > memoryBytes) {
      throw new AppError("OUT_OF_MEMORY", undefined, { cause: new Error("CUDA failure 2: out of memory") });
    }
    usedBytes += bytes;
  };
  const giveBack = (bytes: number): void => {
    usedBytes -= bytes;
  };
  const held = new HeldOutputs({ take, giveBack });
  return {
    ...(holdsOutputs && {
      gatherRows: async (tensor: Tensor, rows: readonly number[]) => held.gather(tensor, rows),
    }),
    usedBytes: async () => usedBytes + bytesOfOthers(device),
    open: async ({ path, keptOutputs }) => {
      if (device.refuses !== undefined && path.endsWith(device.refuses))
        throw new Error("Kernel not found for GridSample");
      const { sizeBytes } = await statNetwork(path);
      take(sizeBytes);
      const session = await openLocalSession(path, { provider: "cpu", threads: 1 });
      return {
        ...session,
        run: async (feeds, fetches) => {
          fail(nextFault(device));
          if (fetches?.some((name) => isWithoutRoom(device, name)) === true) fail("full");
          const inputs = Object.fromEntries(
            Object.entries(feeds).map(([name, feed]) => [name, held.read(feed)]),
          );
          if (Object.values(inputs).some((input) => hasFatalValue(device, input))) fail("die");
          const rows = Object.values(feeds)[0]?.dims[0] ?? 1;
          const workBytes = rows * bytesPerRow;
          take(workBytes);
          try {
            const outputs = await session.run(inputs, fetches);
            const result = held.holdSome(outputs, holdsOutputs ? keptOutputs : []);
            const copiedMb = (copiedBytes(feeds) + copiedBytes(result)) / 2 ** 20;
            await pause(msPerRun + rows * msPerRow + copiedMb * msPerMb);
            await standHeld(device);
            return result;
          } finally {
            giveBack(workBytes);
          }
        },
        dispose: async () => {
          giveBack(Math.round(sizeBytes * (1 - leak)));
          await session.dispose();
        },
      };
    },
  };
};

export default createSimulatedDevice;
