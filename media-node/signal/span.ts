/** A stretch of time, in seconds: on the source's clock, unless who has it says otherwise. */
export interface Span {
  readonly startS: number;
  readonly endS: number;
}
