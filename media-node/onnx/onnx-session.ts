// One model file opened in ONNX Runtime: providers tried one by one, memory that does not grow, errors with our codes.
// `run` blocks the thread that calls it, whatever its promise looks like: it is called in worker threads only.
// The CPU arena is off: it keeps the largest blocks of every shape that it has ever seen, and speech has a new shape
// in every batch. Memory patterns are off for the same reason.
import "../threads/no-telemetry.ts";
import { readdirSync } from "node:fs";
import { env, InferenceSession, type Tensor } from "onnxruntime-node";
import { AppError } from "../../shared/errors.ts";

/** Names as CLIPMILL_EXECUTION_PROVIDERS has them. */
export const EXECUTION_PROVIDERS = ["cuda", "webgpu", "cpu"] as const;
export type ExecutionProvider = (typeof EXECUTION_PROVIDERS)[number];

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
}

/** A file, or what was made of one that has another format. */
export type ModelSource = string | { readonly path: string; readonly bytes: Uint8Array };

export type Tensors = Readonly<Record<string, Tensor>>;

export interface OnnxSession {
  readonly provider: ExecutionProvider;
  /** Providers before it in the list, with why each could not be had. */
  readonly passedOver: readonly PassedOverProvider[];
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

/** Whether an error of ONNX Runtime says that memory ran out, of the machine or of the GPU. */
export function isOutOfMemory(error: unknown): boolean {
  return OUT_OF_MEMORY.test(String(error));
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").slice(0, MAX_REASON_LENGTH);
}

function openWith(
  model: ModelSource,
  provider: ExecutionProvider,
  threads: number,
): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 4,
  };
  return typeof model === "string"
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model.bytes, options);
}

/** Where Linux shows a GPU: NVIDIA's driver, any driver of the kernel's, Windows' own below its Linux. */
const GPU_DEVICES = /^(?:nvidia\d+|nvidiactl|dri|kfd|dxg)$/;

/**
 * Whether this machine shows a GPU at all. The libraries behind the providers print to the error output what they do
 * not find, each time they are asked; other systems than Linux show nothing here and are asked.
 */
function hasGpuDevice(): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync("/dev").some((name) => GPU_DEVICES.test(name));
}

async function openFirst(
  model: ModelSource,
  { providers, threads }: OnnxSessionOptions,
): Promise<{ session: InferenceSession; provider: ExecutionProvider; passedOver: PassedOverProvider[] }> {
  const passedOver: PassedOverProvider[] = [];
  for (const provider of providers) {
    if (provider !== "cpu" && !hasGpuDevice()) {
      passedOver.push({ provider, reason: "this machine shows no GPU" });
      continue;
    }
    try {
      return { session: await openWith(model, provider, threads), provider, passedOver };
    } catch (error) {
      passedOver.push({ provider, reason: reasonOf(error) });
    }
  }
  const tried = passedOver.map(({ provider, reason }) => `${provider}: ${reason}`).join("; ");
  const code = passedOver.some(({ reason }) => isOutOfMemory(reason)) ? "OUT_OF_MEMORY" : "MODEL_UNAVAILABLE";
  const path = typeof model === "string" ? model : model.path;
  throw new AppError(code, undefined, { cause: new Error(`${path} could not be opened (${tried})`) });
}

/**
 * Opens a model file, or a model that was made of one.
 * @throws AppError MODEL_UNAVAILABLE when no provider opens it, OUT_OF_MEMORY
 */
export async function openOnnxSession(model: ModelSource, options: OnnxSessionOptions): Promise<OnnxSession> {
  // Providers that are missing are reported by us; ONNX Runtime would also print them.
  env.logLevel = "fatal";
  const { session, provider, passedOver } = await openFirst(model, options);
  return {
    provider,
    passedOver,
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputs: session.inputMetadata,
    run: async (feeds, fetches) => {
      try {
        return fetches === undefined ? await session.run(feeds) : await session.run(feeds, fetches);
      } catch (error) {
        if (isOutOfMemory(error)) throw new AppError("OUT_OF_MEMORY", undefined, { cause: error });
        throw error;
      }
    },
    dispose: () => session.release(),
  };
}
