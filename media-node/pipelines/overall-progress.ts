// Adds up the progress of parts that run side by side, each counting alike.

/** Returns `(part, fraction)`; every call reports the mean of all parts' latest fractions, 0 to 1. */
export function overallProgress(
  parts: number,
  report: (done: number) => void,
): (part: number, fraction: number) => void {
  const fractions = new Float64Array(parts);
  return (part, fraction) => {
    fractions[part] = Math.max(fractions[part] ?? 0, Math.min(1, fraction));
    report(fractions.reduce((sum, value) => sum + value, 0) / parts);
  };
}
