// Bounds of the processes that run models on devices, one each.
import { GIB, MIB, MINUTE, SECOND } from "./units.ts";

export const DEVICE_LIMITS = {
  /** How long a device that has nothing to do waits for more rows of a batch. */
  batchDelayMs: 4,
  /** Calls of threads that one device has at once: one that it works on, and others to gather or to prepare meanwhile. */
  callsAtOnce: 4,
  /** Calls that may wait in one device's process; threads bring one at a time each, so that this is never met. */
  waitingCalls: 1_024,
  /** A call's tensors, either way. */
  messageBytes: 2 * GIB,
  /** Its header: names, types and shapes. */
  headerBytes: MIB,
  /** Work on one batch; a device that takes longer hangs. */
  runTimeoutMs: 2 * MINUTE,
  /** Reading a model of several gigabytes from a disk and preparing it. */
  openTimeoutMs: 10 * MINUTE,
  /** The process shows that it lives, and must have shown it. */
  beatMs: SECOND,
  beatTimeoutMs: 15 * SECOND,
  /** Between two looks at a device's memory, which take a fraction of a second. */
  lookMs: 10 * SECOND,
  startTimeoutMs: MINUTE,
  /** Between a process's end and the next start, doubling. */
  restartMs: { min: 200, max: 30 * SECOND },
  /** One that ran for so long ended by chance; the next start comes at once again. */
  steadyMs: MINUTE,
  /** Calls wait so long for a device that is being started again; then the run goes to another node. */
  waitMs: 2 * MINUTE,
  /** A call that so many devices ended while they worked on it is taken for their end's reason. */
  attempts: 3,
  /** A call that lost so many devices in whatever way goes to another node. */
  losses: 20,
  /** A call that has no room beside what other calls left on the device waits so long for that to go. */
  roomWaitMs: 2 * MINUTE,
  /** Of a device's memory, for models and their work: the rest is its driver's and the display's. */
  memoryShare: 0.92,
  /**
   * Of a card that also decodes or encodes video, for each session that it may have: a CUDA context (some 150 to 300 MiB,
   * by driver), and up to 32 frames of the source (at 4K 12 MiB each). They are no more than this share of the card.
   */
  videoSessionBytes: 512 * MIB,
  maxVideoShare: 0.25,
  /** Over its budget with nothing to close for this long, a process is replaced by a fresh one. */
  overBudgetMs: 15 * SECOND,
  /** Tensors that were left on a device by a call and nobody asked for since. */
  keptMs: 5 * MINUTE,
  /** What a process says on its error output, of which the end is logged. */
  stderrBytes: 4_096,
};

export type DeviceLimits = Readonly<typeof DEVICE_LIMITS>;
