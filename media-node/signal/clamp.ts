// Shares, strengths and probabilities are numbers of 0 to 1.

/** `value` within 0 to 1. */
export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
