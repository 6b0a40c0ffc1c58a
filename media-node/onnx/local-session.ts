// One model file opened in ONNX Runtime in this thread, on one provider: memory that does not grow, errors with our codes.
// `run` blocks the thread that calls it, whatever its promise looks like: it is called in worker threads only.
// The CPU arena is off unless it is asked for: it keeps the largest blocks of every shape that it has ever seen, and speech
// has a new shape in every batch. Memory patterns are off for the same reason.
import "../threads/no-telemetry.ts";
import { env, InferenceSession, type Tensor } from "onnxruntime-node";
import { errorMessage } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import type { ExecutionProvider } from "./execution-providers.ts";

/** A file, or what was made of one that has another format. */
export type ModelSource = string | { readonly path: string; readonly bytes: Uint8Array };

export type Tensors = Readonly<Record<string, Tensor>>;

export interface LocalSessionOptions {
  readonly provider: ExecutionProvider;
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  /** Outputs that stay on the device where the provider can hold them there. */
  readonly keptOutputs?: readonly string[];
  /** Whether blocks of memory are kept for the next operator, on the CPU: for runs that are all small. Not unless told. */
  readonly keepsMemory?: boolean;
  /**
   * Whether threads that wait for the next operator give their core up, on the CPU: for networks of large operators. One
   * row through a decoder takes 0.6 to 0.8 of the time while its threads wait awake on idle cores, but 1.7 times the time
   * where others want the cores (2026-11). Not unless told.
   */
  readonly yieldsCores?: boolean;
}

export interface LocalSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** What the model's file says of its inputs. */
  readonly inputs: readonly InferenceSession.ValueMetadata[];
  /**
   * Runs the model once; only `fetches` are computed where they are named.
   * @throws AppError OUT_OF_MEMORY; what ONNX Runtime throws for shapes and types that the model does not take
   */
  run(feeds: Tensors, fetches?: readonly string[]): Promise<Tensors>;
  dispose(): Promise<void>;
}

/** Words of ONNX Runtime, CUDA, cuBLAS, Dawn and libc; a path with "room" or "zoom" in it is none of them. */
const OUT_OF_MEMORY =
  /\bbad[_ ]alloc|\bfailed to allocate\b|\bcannot allocate memory\b|\bout[ _-]of[ _-]memory\b|\bOOM\b|\bAllocateRaw|_ALLOC_FAILED\b/i;
const MAX_REASON_LENGTH = 200;
/** Where in ONNX Runtime's source something has failed, which it says in some hundred characters before what that was. */
const PLACE_IN_SOURCE =
  /(?<!\S)\S+\.cc:\d+ .*?(?: was false\.\s*|\n\s*|(?=\b[A-Z_]+ failure \d|\bFailed to allocate|\[ONNXRuntimeError\]))/gs;
/** Where it has called CUDA, which it says before the expression of that call. */
const FILE_OF_CALL = / ; ?file=\S+ ; line=\d+(?= ; )/g;
/** Of an error, what is looked through. */
const MAX_ERROR_LENGTH = 4_000;

/**
 * Whether an error of ONNX Runtime says that memory ran out, of the machine or of the GPU. By its words: it
 * has no code.
 */
export function isOutOfMemory(error: unknown): boolean {
  return OUT_OF_MEMORY.test(String(error));
}

/** What an error says, in one short line. */
export function reasonOf(error: unknown): string {
  const text = errorMessage(error);
  const said = text.slice(0, MAX_ERROR_LENGTH).replaceAll(PLACE_IN_SOURCE, "");
  return said.replaceAll(/\s+/g, " ").replaceAll(FILE_OF_CALL, "").slice(0, MAX_REASON_LENGTH);
}

/** The file that a model came from. */
export function pathOfModel(model: ModelSource): string {
  return typeof model === "string" ? model : model.path;
}

/** Whether a provider can leave outputs where they are made; the others copy inputs and outputs at every run. */
export function holdsOutputs(provider: ExecutionProvider): boolean {
  return provider === "webgpu";
}

function sessionOptions({
  provider,
  threads,
  keptOutputs = [],
  keepsMemory = false,
  yieldsCores = false,
}: LocalSessionOptions): InferenceSession.SessionOptions {
  const isOnDevice = holdsOutputs(provider) && keptOutputs.length > 0;
  return {
    // The CPU is no fallback here: a device that is full or broken must say so. Of several cards a process sees only its
    // own (CUDA_VISIBLE_DEVICES), which is the one that CUDA takes unless told.
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: keepsMemory,
    enableMemPattern: false,
    logSeverityLevel: 4,
    ...(yieldsCores && { extra: { session: { intra_op: { allow_spinning: "0" } } } }),
    ...(isOnDevice && {
      preferredOutputLocation: Object.fromEntries(keptOutputs.map((name) => [name, "gpu-buffer"] as const)),
    }),
  };
}

type Run = (feeds: Tensors, fetches: readonly string[]) => Promise<InferenceSession.ReturnType>;

/**
 * A session whose outputs stay on a device keeps each output that was ever fetched bound to the tensor that it gave, and
 * fails when a later run gives that output another shape and does not fetch it (onnxruntime-node 1.30). So it fetches
 * again whatever it has fetched before, and lets go of what nobody wants.
 */
function fetchingAll(session: InferenceSession): Run {
  const fetched = new Set<string>();
  return async (feeds, fetches) => {
    for (const name of fetches) fetched.add(name);
    const outputs = await session.run(feeds, [...fetched]);
    const wanted = Object.entries(outputs).filter(([name, tensor]) => {
      if (!fetches.includes(name)) tensor.dispose();
      return fetches.includes(name);
    });
    return Object.fromEntries(wanted);
  };
}

/**
 * Opens a model on one provider.
 * @throws what ONNX Runtime throws where the provider cannot be had or does not take the model
 */
export async function openLocalSession(
  model: ModelSource,
  options: LocalSessionOptions,
): Promise<LocalSession> {
  // Providers that are missing are reported by us; ONNX Runtime would also print them.
  env.logLevel = "fatal";
  const settings = sessionOptions(options);
  const session =
    typeof model === "string"
      ? await InferenceSession.create(model, settings)
      : await InferenceSession.create(model.bytes, settings);
  const isHolding = holdsOutputs(options.provider) && (options.keptOutputs?.length ?? 0) > 0;
  const run = isHolding ? fetchingAll(session) : session.run.bind(session);
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputs: session.inputMetadata,
    run: async (feeds, fetches = session.outputNames) => {
      try {
        return await run(feeds, fetches);
      } catch (error) {
        if (isOutOfMemory(error)) throw new AppError("OUT_OF_MEMORY", undefined, { cause: error });
        throw error;
      }
    },
    dispose: () => session.release(),
  };
}
