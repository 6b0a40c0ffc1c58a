// The units of the appliance's bounds: on bodies, downloads, processes, pools, retries, times. A number that guards memory,
// time or disk lies in this folder, so that an operator can read what the worst case is, or in the one file that knows it,
// as how long a stage's ffmpeg may take.

/** Bytes. */
export const KIB = 1_024;
export const MIB = 1_024 * KIB;
export const GIB = 1_024 * MIB;
/** Milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
