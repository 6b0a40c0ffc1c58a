// Every bound of the appliance lies in this folder: bodies, downloads, processes, pools, retries, times. A number that
// guards memory, time or disk belongs here and nowhere else, so that an operator can read what the worst case is. These
// are the units in which they are written.

/** Bytes. */
export const KIB = 1_024;
export const MIB = 1_024 * KIB;
export const GIB = 1_024 * MIB;
/** Milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
