// Look-ups of names that strangers give.
import { SECOND } from "./units.ts";

export const NAME_LIMITS = {
  /** Per try of a name server, and tries. */
  serverTimeoutMs: 2 * SECOND,
  tries: 2,
  /** Look-ups that wait for the system's, which are made one at a time, and for how long. */
  waitingForSystem: 16,
  systemWaitMs: 10 * SECOND,
} as const;
