// How a Whisper decoder knows what it has said so far. With a cache each step takes the keys and values of all tokens and of
// the audio from the one before it: least to compute, and nothing to move where they stay on the device. A provider that
// copies inputs and outputs at every run moves them over the bus with every token instead, some 300 MB a window for medium.
// There it can be faster to read all tokens again at each step, from the encoder's output alone (6 MB). Which one depends on
// the card, its bus and the model, so that it is measured.
import { hasErrorCode } from "../../../shared/errors.ts";
import { retryWhenDeviceLost } from "../../onnx/devices/client/retry-when-device-lost.ts";
import { currentCall, withCall } from "../../threads/call-context.ts";
import { WHISPER_FRAMES } from "./whisper-features.ts";
import type { DecoderMemory, WhisperModel } from "./whisper-model.ts";

/** Milliseconds of a step at each of the lengths; infinite for a way that the device has no room for. */
export type StepTimes = Readonly<Record<DecoderMemory, number>>;

/** One window that is decoded to be timed. */
export interface TimedDecoding {
  /** One further token; resolves to the milliseconds that the device worked on it, without what others had it do before. */
  step(): Promise<number>;
  end(): Promise<void>;
}

/** Begins to decode one window after so many tokens. @throws AppError OUT_OF_MEMORY */
export type StartTimed = (memory: DecoderMemory, tokenCount: number) => Promise<TimedDecoding>;

/** Tokens before the steps that are timed: of a short window, and of one that is full of speech. */
const TIMED_LENGTHS = [16, 128] as const;
const TIMED_STEPS = 3;
/** After so long no further length is timed. */
const MAX_TIMING_MS = 10_000;
const MEMORIES = ["recompute", "cache"] as const;

/** The fastest of a few steps: others may use its machine meanwhile. The first is not timed, it may prepare the device. */
async function timeSteps(start: StartTimed, memory: DecoderMemory, tokens: number) {
  const decoding = await start(memory, tokens);
  let fastestMs = Number.POSITIVE_INFINITY;
  try {
    await decoding.step();
    for (let step = 0; step < TIMED_STEPS; step += 1) {
      fastestMs = Math.min(fastestMs, await decoding.step());
    }
  } finally {
    await decoding.end();
  }
  return fastestMs;
}

/** Times a step each way, at each length while there is time. @throws what `start` and `step` throw for other than memory */
export async function timeDecoderMemories(
  start: StartTimed,
  nowMs: () => number = () => performance.now(),
): Promise<StepTimes> {
  const times = { cache: 0, recompute: 0 };
  const startMs = nowMs();
  for (const tokens of TIMED_LENGTHS) {
    for (const memory of MEMORIES) {
      times[memory] += await timeSteps(start, memory, tokens).catch((error: unknown) => {
        if (!hasErrorCode(error, "OUT_OF_MEMORY")) throw error;
        return Number.POSITIVE_INFINITY;
      });
    }
    if (nowMs() - startMs > MAX_TIMING_MS) break;
  }
  return times;
}

/** The faster way; the cache where they are the same, or where the device has no room for either. */
export function fasterMemory({ cache, recompute }: StepTimes): DecoderMemory {
  return recompute < cache ? "recompute" : "cache";
}

/** What was found for each folder of a model in this thread. */
const foundMemories = new Map<string, DecoderMemory>();

/** Milliseconds that devices work on what `work` asks of them. */
async function timeWork(work: () => Promise<unknown>): Promise<number> {
  let workedMs = 0;
  const onWorked = (ms: number): void => {
    workedMs += ms;
  };
  await withCall({ ...currentCall(), onWorked }, work);
  return workedMs;
}

async function timeModel(model: WhisperModel): Promise<StepTimes> {
  const { melBins, maxNewTokens, startToken } = model.configuration;
  const silence = await model.encode([new Float32Array(melBins * WHISPER_FRAMES)]);
  try {
    return await timeDecoderMemories(async (memory, tokenCount) => {
      const prefix = new Array<number>(Math.min(tokenCount, maxNewTokens)).fill(startToken);
      model.memory = memory;
      const { batch } = await model.start(silence, [prefix]);
      return {
        step: () => timeWork(() => model.step(batch, [startToken])),
        end: () => model.release(Object.values(batch.past)),
      };
    });
  } finally {
    await model.release([silence]);
  }
}

/**
 * The way for a model where it is open: the cache, unless its provider copies inputs and outputs; then the faster one, once
 * timed for each folder. @throws what a step throws for other than memory
 */
export async function findDecoderMemory(model: WhisperModel, folder: string): Promise<DecoderMemory> {
  if (model.decoder.provider !== "cuda") return "cache";
  const known = foundMemories.get(folder);
  if (known !== undefined) return known;
  const found = fasterMemory(await retryWhenDeviceLost(() => timeModel(model)));
  foundMemories.set(folder, found);
  return found;
}
