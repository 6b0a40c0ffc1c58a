/** A stretch of time, in seconds: on the source's clock, unless who has it says otherwise. */
export interface Span {
  readonly startS: number;
  readonly endS: number;
}

/** For a person to read: `2.5 s`. */
export function nameSeconds(value: number): string {
  return `${Math.round(value * 100) / 100} s`;
}

/** For a person to read: `from 31 s to 61 s`. */
export function nameSpan({ startS, endS }: Span): string {
  return `from ${nameSeconds(startS)} to ${nameSeconds(endS)}`;
}
