// How long a run may work on the stretch of a source that it was asked for. The length that a client declared is not enough to
// go by: without an end of the range, a source that turns out longer is worked on to its end. So a run is limited once it
// knows its source; the download before that has bounds of its own.
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";
import { type AskedFootage, askedLengthS } from "../../shared/tasks/footage-length.ts";
import { limitFurtherWork } from "../threads/work-clock.ts";

/** Limits what the run under way, whose source is there, still works, to what its stretch needs on a slow machine. */
export function limitRunTime(asked: AskedFootage, { durationS }: { readonly durationS: number }): void {
  const lengthS = askedLengthS(asked, durationS);
  const { baseMs, perFootage } = QUEUE_LIMITS.stretchTimeout;
  if (lengthS !== null) limitFurtherWork(baseMs + perFootage * 1_000 * lengthS);
}

/** Takes that back for a run that has to fetch its source again. */
export function liftRunTime(): void {
  limitFurtherWork(Number.POSITIVE_INFINITY);
}
