// A device by one of ONNX Runtime's providers, in a process that sees this device alone.
import { AppError } from "../../../shared/errors.ts";
import { isOutOfMemory, openLocalSession } from "../local-session.ts";
import { cardUsedBytes } from "./card-memory.ts";
import type { CreateBackend } from "./device-backend.ts";
import { createRowGatherer } from "./gather-network.ts";

/** Of what a provider leaves to the CPU (shapes, mostly). */
const CPU_THREADS = 1;

const createOnnxBackend: CreateBackend = ({ provider, uuid }) => ({
  open: async ({ path, keptOutputs }) => {
    try {
      return await openLocalSession(path, { provider, threads: CPU_THREADS, keptOutputs });
    } catch (error) {
      if (isOutOfMemory(error)) throw new AppError("OUT_OF_MEMORY", undefined, { cause: error });
      throw error;
    }
  },
  gatherRows: createRowGatherer(provider),
  usedBytes: () => (uuid === null ? Promise.resolve(null) : cardUsedBytes(uuid, process.pid)),
});

export default createOnnxBackend;
