// Calls of receivers' callback addresses.
import { DAY, HOUR, KIB, MINUTE, SECOND } from "./units.ts";

/** Calls of receivers' callback addresses. How many attempts a delivery has stands in its row. */
export const WEBHOOK_LIMITS = {
  /** The one at a task's end and those that were asked for since; each read of the task shows them all. */
  deliveriesOfTask: 50,
  /** Whose deliveries one page of an account's list shows. */
  listedTasks: 200,
  /** From the look-up of the receiver's name to the status of its answer. */
  timeoutMs: { min: 10, max: HOUR, default: 10 * SECOND },
  retryIntervalMs: { min: 10, max: HOUR, default: MINUTE },
  /** The answer's body means nothing; this much of it is taken in, for this long, before the connection is closed. */
  answerBytes: 4 * KIB,
  answerBodyMs: SECOND,
  errorLength: 300,
  /**
   * Calls under way in one control plane; of them those to receivers that were never called before, and to slow, doubtful
   * and failing ones. Quick receivers always find a place.
   */
  concurrency: 128,
  toNew: 64,
  toSlow: 32,
  /**
   * Calls under way in one control plane with large bodies, which are outputs of the storage of up to 32 MiB; of them those
   * to receivers that are not known to be quick, in all and of one account; from what size on a body is large; and how long
   * a call waits for such a place: claims last longer than their calls by twice that.
   */
  largeCalls: 8,
  largeToDoubtful: 4,
  largeToDoubtfulOfOne: 2,
  largeBodyBytes: 256 * KIB,
  largeCallWaitMs: 15 * SECOND,
  /** The same of one account: neither others nor its own quick receivers wait for those that hang. */
  perAccount: { all: 48, toNew: 24, toSlow: 12 },
  /**
   * Calls under way to one receiver, in all control planes together: to one that is new, slow or doubtful; and to
   * a quick one, which gets as many as take it this long, one after the other. One that fails gets one first attempt, and
   * retries as its account has places.
   */
  firstCalls: 2,
  quickCalls: { min: 8, max: 32 },
  quickCallsMs: 4 * SECOND,
  /** A receiver that took longer than this is slow. */
  slowAfterMs: 2 * SECOND,
  /**
   * Failures in a row after which a receiver has a rest before each first attempt. The rest doubles with each further one
   * that fails, up to so many intervals between a delivery's attempts: two retries follow at theirs, so that a dead receiver
   * is called once in each.
   */
  failuresToWait: 3,
  firstWaitMs: SECOND,
  maxWaitIntervals: 3,
  /** A delivery whose first attempt a failing receiver has not had for this long is given up. */
  giveUpMs: DAY,
  givenUpPerStatement: 1_000,
  /** A claim runs out so long after the time bound of its call: then another control plane makes it. */
  claimMarginMs: 30 * SECOND,
  /** How often due deliveries are asked for while none is found, and the shortest time from one claim to the next. */
  pollMs: 500,
  turnMs: 20,
  /** Before an attempt is made that failed by our own fault. */
  ownFailureDelayMs: 30 * SECOND,
  /** How long a stop waits for calls under way before it breaks them off. */
  drainMs: 1.5 * SECOND,
  /** From one look for claims that ran out, late deliveries and their numbers to the next. */
  maintenanceMs: 5 * SECOND,
  /** From one sweep of receivers to the next; how many it looks at; how long one without deliveries is remembered. */
  sweepMs: 5 * MINUTE,
  receiversPerSweep: 5_000,
  receiverKeptMs: HOUR,
  /** A receiver that nothing has changed for so long, though it has deliveries waiting, is looked at again. */
  receiverStuckMs: 5 * MINUTE,
  /** Due deliveries are counted up to here. */
  countedDue: 100_000,
} as const;
