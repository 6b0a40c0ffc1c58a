// Silero VAD version 5 (https://github.com/snakers4/silero-vad, MIT): a recurrent network that says for each 32 ms how
// likely it is speech. One row of it leaves a core idle most of the time, so long audio is taken as up to eight rows
// that begin at different places, each with two seconds of run-up for its state: 456 times real time on one core against
// 135 with a single row (2026-11-21).

import type { SampleFile } from "../../ffmpeg/sample-file.ts";
import { openOnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../signal/audio-analysis.ts";
import { SPEECH_FRAME_SAMPLES, speechFrameCount } from "./speech-frame.ts";

/** Samples of the frame before that stand in front of each frame. */
const CONTEXT_SAMPLES = 64;
const STATE_SIZE = 128;
const MAX_ROWS = 8;
/** A row is worth its run-up from about this length on. */
const MIN_ROW_FRAMES = 500;
const RUN_UP_FRAMES = 64;
/** Frames of a row that are read at once. */
const BLOCK_FRAMES = 64;

export interface SileroVad {
  /**
   * The probability of speech of each frame of the file, in order.
   * @throws `signal.reason` on abort
   */
  detect(
    file: SampleFile,
    options: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  ): Promise<Float32Array<ArrayBuffer>>;
  dispose(): Promise<void>;
}

/** How many rows audio is taken in, and how many frames each of them answers for. */
function planRows(frameCount: number): { rows: number; framesPerRow: number } {
  const rows = Math.min(MAX_ROWS, Math.max(1, Math.floor(frameCount / MIN_ROW_FRAMES)));
  return { rows, framesPerRow: Math.ceil(frameCount / rows) };
}

/** Reads the next block of every row, each with the context in front. */
function readBlocks(file: SampleFile, firstFrames: readonly number[]): Promise<Float32Array[]> {
  return Promise.all(
    firstFrames.map((frame) =>
      file.read(
        frame * SPEECH_FRAME_SAMPLES - CONTEXT_SAMPLES,
        CONTEXT_SAMPLES + BLOCK_FRAMES * SPEECH_FRAME_SAMPLES,
      ),
    ),
  );
}

/** The network's input for one frame of every row: [rows, 64 + 512]. */
function inputOf(blocks: readonly Float32Array[], frame: number): Tensor {
  const rowSamples = CONTEXT_SAMPLES + SPEECH_FRAME_SAMPLES;
  const input = new Float32Array(blocks.length * rowSamples);
  blocks.forEach((block, row) => {
    const from = frame * SPEECH_FRAME_SAMPLES;
    input.set(block.subarray(from, from + rowSamples), row * rowSamples);
  });
  return new Tensor("float32", input, [blocks.length, rowSamples]);
}

/** The first row has nothing to run up over: it begins with an empty state, as the model was made to. */
function forgetFirstRow(state: Tensor): void {
  const [layers = 0, rows = 0, size = 0] = state.dims;
  const values = state.data as Float32Array;
  for (let layer = 0; layer < layers; layer += 1)
    values.fill(0, layer * rows * size, layer * rows * size + size);
}

/**
 * Opens the model on the CPU, where it is faster than the way to a GPU and back.
 * @throws AppError MODEL_UNAVAILABLE
 */
export async function openSileroVad(path: string): Promise<SileroVad> {
  const session = await openOnnxSession(path, { providers: ["cpu"], threads: 1 });
  const sampleRate = new Tensor("int64", BigInt64Array.of(BigInt(AUDIO_SAMPLE_RATE_HZ)), []);
  return {
    async detect(file, { signal, onProgress }) {
      const probabilities = new Float32Array(speechFrameCount(file.sampleCount));
      if (probabilities.length === 0) return probabilities;
      const { rows, framesPerRow } = planRows(probabilities.length);
      const starts = Array.from({ length: rows }, (_, row) => row * framesPerRow);
      let state = new Tensor("float32", new Float32Array(2 * rows * STATE_SIZE), [2, rows, STATE_SIZE]);
      let blocks: Float32Array[] = [];
      for (let step = -RUN_UP_FRAMES; step < framesPerRow; step += 1) {
        if (step === 0) forgetFirstRow(state);
        const inBlock = (step + RUN_UP_FRAMES) % BLOCK_FRAMES;
        if (inBlock === 0) {
          signal.throwIfAborted();
          onProgress(Math.max(0, step) / framesPerRow);
          blocks = await readBlocks(
            file,
            starts.map((start) => start + step),
          );
        }
        const outputs = await session.run({ input: inputOf(blocks, inBlock), state, sr: sampleRate });
        state = outputs.stateN as typeof state;
        if (step < 0) continue;
        const answers = outputs.output?.data as Float32Array;
        starts.forEach((start, row) => {
          if (start + step < probabilities.length) probabilities[start + step] = answers[row] ?? 0;
        });
      }
      return probabilities;
    },
    dispose: () => session.dispose(),
  };
}
