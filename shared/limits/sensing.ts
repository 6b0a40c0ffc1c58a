// Models that hear, see and read a whole source.
import { MIB } from "./units.ts";

/** Optional models that hear and see a whole source; each is a heavy network, run a bounded number of times a job. */
export const SENSING_LIMITS = {
  /** Windows of about 10 s that one job has classified; by its operations, some two seconds each on two cores. */
  eventWindows: { cpu: 60, gpu: 4_500 },
  /** Frames of 10 ms in one window. */
  eventWindowFrames: 6_000,
  /** Frames that one job has embedded. */
  frames: { cpu: 240, gpu: 1_800 },
  /** Frames of one job that are searched for faces, beside those that framing looks at. */
  faceFrames: 400,
  /** Pixels along either edge of an image that a model takes. */
  imageEdgePx: 1_024,
  textTokens: 512,
  /** SigLIP's multilingual tokenizers list a quarter of a million pieces. */
  tokenizerBytes: 64 * MIB,
} as const;

/** Sentences that are compared with a prompt by their meaning. */
export const EMBEDDING_LIMITS = {
  /** Of one text: some 15 hours of speech. */
  sentences: 20_000,
  /** Of one sentence or prompt. */
  tokens: 512,
  batch: 32,
} as const;

/** Sentences that a small model of text judges. */
export const JUDGING_LIMITS = {
  /** Of one source: some three days of speech; of more none is judged. */
  sentences: 100_000,
  /** Sentences, or words, by which a longer text's language is told, and in how many stretches of it they stand. */
  languageSentences: 2_000,
  languageStretches: 20,
  /**
   * Sentences that the network is shown at once, some twenty minutes, and how many two such windows have in common (an even
   * number): more sentences at once take more memory, and no less time.
   */
  windowSentences: 400,
  overlapSentences: 64,
  /**
   * Of one operator, where the machine has as many cores. Two take 0.63 of the time that one takes, and 7 to 11 % more of
   * the processor; what all together take more grows with their number (16 threads 20 %, 64 threads 42 %; 2026-11).
   */
  threads: 4,
} as const;

/** What a network of ours knows words by. */
export const VOCABULARY_LIMITS = {
  /** Of each file of hashes: 262,144 words, or phrases. */
  fileBytes: MIB,
} as const;

/** Words without marks to which a small model of text gives some. */
export const MARKING_LIMITS = {
  /** Of one source: a day of speech, which takes its thread half a minute; of more none get marks. */
  words: 250_000,
  /** Words that the network is shown at once, and how many two such windows have in common (an even number). */
  windowTokens: 2_000,
  overlapTokens: 64,
  threads: 2,
} as const;
