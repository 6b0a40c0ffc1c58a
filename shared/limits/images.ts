// Generated images.
import { MIB, MINUTE } from "./units.ts";

export const GENERATION_LIMITS = {
  /** Its upper end is a setting: REQUEST_BOUNDS. */
  minOutputCount: 1,
  /** Objects, lists and plain values in one task's input, counted together. */
  inputValues: 4_096,
  /** Compiled input schemas that a control plane keeps. */
  compiledSchemas: 256,
} as const;

/** Image models: what is asked of them and what they read and make. */
export const IMAGE_LIMITS = {
  promptLength: 2_000,
  /** Of an image that is made. */
  sidePx: { min: 32, max: 8_192 },
  steps: 150,
  guidanceScale: 30,
  /** Seeds of clients; outputs count up from theirs. */
  seed: 2 ** 32 - 1,
  /** What loaded models may take together, where an operator says so. */
  modelMemoryMb: { min: 64, max: 1_048_576 },
  /** Of an image that a client brings. */
  inputBytes: 64 * MIB,
  inputPixels: 64_000_000,
  /** Of a JPEG. Encoders make about ten; each more takes up to 10 ms of the largest image. */
  inputScans: 100,
  downloadTimeoutMs: 2 * MINUTE,
  thumbnailEdgePx: 320,
  /**
   * Files read or written at once, one for so many cores within bounds: each holds one of the threads that a process has
   * for files (`shared/process/thread-pool.mjs`) for seconds.
   */
  filesAtOnce: { min: 2, max: 16, coresEach: 4 },
  waitingFiles: 1_000,
  /** Models whose settings and tokenizers a thread keeps; their networks have a budget of memory. */
  openModels: 8,
} as const;

/** Images from prompts. */
export const DIFFUSION_LIMITS = {
  /** Windows of a text encoder that one prompt may fill; what is beyond is left out. */
  promptWindows: 8,
  /** Images that are made together, where memory has room for them. */
  batchImages: 8,
} as const;

/** Images made larger. */
export const UPSCALING_LIMITS = {
  /** Edge of a tile of the image as it was; smaller where memory does not suffice. */
  defaultTilePx: 256,
  minTilePx: 32,
  /** How many times as wide and high. */
  scale: 8,
  /** Of the result. */
  outputPixels: 64 * 1_000_000,
} as const;

/** Subjects cut out of their background. */
export const MATTE_LIMITS = {
  edgePx: 4_096,
  /** Between the surest subject and the surest background; below it nothing is told apart. */
  minContrast: 0.05,
} as const;
