// What the client for developers allows itself: tries and their pauses, answers, streams of events, uploads, downloads.
import { DAY, GIB, KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const CLIENT_LIMITS = {
  /** From the first byte of a request to the last of its answer; transfers have bounds of their own. */
  answerTimeoutMs: 30 * SECOND,
  /** Of JSON or text; the largest outputs have 32 MiB. */
  answerBytes: 64 * MIB,
  /** Of one call: tries in all, the pauses between them, and the time until the last of them begins. */
  retry: { tries: 8, minDelayMs: SECOND, maxDelayMs: MINUTE, totalMs: 3 * MINUTE },
  /** Between two reads of a task that is polled. */
  pollMs: {
    jobs: { min: 15 * SECOND, max: 30 * SECOND },
    "generation-tasks": { min: 3 * SECOND, max: 5 * SECOND },
  },
  events: {
    /** A stream sends something every 15 s. One that begins with nothing for the former is held back by a proxy. */
    firstByteMs: 5 * SECOND,
    stallMs: 40 * SECOND,
    /** Streams in a row that brought nothing; then the task is polled. */
    failures: 3,
    eventBytes: 64 * MIB,
  },
  /** A task that is waited for: in all, and while its control plane cannot be reached. */
  waitMs: DAY,
  patienceMs: 15 * MINUTE,
  upload: {
    /**
     * Of a file by its path or a stream, so much is in memory for each part that is sent. Node's fetch ends what takes
     * longer than 300 s to send: the default arrives in that time at 0.23 Mbit/s.
     */
    partBytes: { min: 5 * MIB, default: 8 * MIB, max: GIB },
    /** Parts grow where there would be more, which the API refuses. */
    parts: 10_000,
    partsAtOnce: { default: 4, max: 16 },
    /** A part that takes longer than at this speed is sent again, beside half as many others. */
    minBytesPerSecond: 32 * KIB,
    /** How often fresh addresses are asked for. */
    rounds: 5,
  },
  /** A download that brings nothing for so long is taken up again where it was, so many times in a row. */
  download: { stallMs: 30 * SECOND, tries: 8 },
} as const;
