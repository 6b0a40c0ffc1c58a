// The shape that every family of speech models has here, and the batching that is the same for all of them.
import { hasErrorCode } from "../../shared/errors.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";
import type { AcousticEvidence } from "./ctc/acoustic-evidence.ts";

export interface RecognizedWord extends SpokenWord {
  /** How sure the model is of it, 0 to 1. */
  readonly score: number;
  /** What the network alone says there, where its engine tells; taken off once the word is judged. */
  readonly acoustics?: AcousticEvidence;
}

export interface RecognizedWindow {
  /** In seconds from the window's first sample. */
  readonly words: readonly RecognizedWord[];
  /** ISO 639-1. */
  readonly language: string;
}

/** Seconds of speech by their language, ISO 639-1. */
export type HeardLanguages = ReadonlyMap<string, number>;

export interface RecognizeOptions {
  /** ISO 639-1; detected where it is not given and the model knows several. */
  readonly language?: string;
  /** What was recognized of the same source before: a short window alone tells its language badly. */
  readonly heardS?: HeardLanguages;
}

/** A loaded speech model. One call at a time. */
export interface SpeechRecognizer {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  /** How it works there, for the log, where there is more than one way. */
  readonly remark?: string;
  readonly limits: {
    /** Longest window that the model takes. */
    readonly windowS: number;
    /** Windows that it works on at once. */
    readonly batchSize: number;
  };
  /**
   * Recognizes windows of 16 kHz mono samples, -1 to 1, in their order. Words come in order, inside their window.
   * @throws AppError OUT_OF_MEMORY
   */
  recognize(windows: readonly Float32Array[], options: RecognizeOptions): Promise<RecognizedWindow[]>;
  dispose(): Promise<void>;
}

/**
 * Recognizes windows in batches of the model's size. A batch for which memory runs out is halved, and so are all after
 * it: what did not fit once will not fit again.
 * @throws AppError OUT_OF_MEMORY when not even one window fits
 */
export async function recognizeInBatches(
  recognizer: Pick<SpeechRecognizer, "recognize" | "limits">,
  windows: readonly Float32Array[],
  options: RecognizeOptions,
): Promise<RecognizedWindow[]> {
  const recognized: RecognizedWindow[] = [];
  let batchSize = recognizer.limits.batchSize;
  while (recognized.length < windows.length) {
    const batch = windows.slice(recognized.length, recognized.length + batchSize);
    try {
      recognized.push(...(await recognizer.recognize(batch, options)));
    } catch (error) {
      const isTooLarge = hasErrorCode(error, "OUT_OF_MEMORY");
      if (!isTooLarge || batch.length === 1) throw error;
      batchSize = Math.ceil(batch.length / 2);
    }
  }
  return recognized;
}
