// Recognizing speech.
import { GIB, MIB } from "./units.ts";

export const SPEECH_LIMITS = {
  /** Sound that one call of a thread recognizes; between calls other jobs have their turn. */
  audioPerCallS: 120,
  /** What a speech model may take: its tensors for a batch of windows must fit into memory. */
  batchSize: 16,
} as const;

/** NeMo models and the built-in one. */
export const NEMO_LIMITS = {
  /** Attention over a window grows with its square. */
  windowS: 30,
  /** Tokens that a transducer may put out without going on in time. */
  symbolsPerFrame: 10,
  /** Unpacked. */
  lexiconBytes: 64 * MIB,
  languageModelBytes: 256 * MIB,
} as const;

/** Whisper models. */
export const WHISPER_LIMITS = {
  /** Windows that one batch may have, and what their caches and largest activations may take together. */
  batchWindows: 16,
  batchBytes: 2 * GIB,
} as const;
