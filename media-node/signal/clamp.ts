/** `value` within `low` and `high`; where they have changed places, `high`. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * `value` as a share of the way from `none` (0) to `full` (1), cut to that; `full` may be the lower one, for
 * what counts the less there is of it.
 */
export function ramp(
  value: number,
  { none, full }: { readonly none: number; readonly full: number },
): number {
  return clamp((value - none) / (full - none));
}
