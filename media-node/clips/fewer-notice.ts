// What a person is told when fewer clips came than were asked for.
import type { LengthBounds } from "./moments/moment-rater.ts";

/** One sentence, or null where all came. */
export function fewerNotice(found: number, wanted: number, { min, max }: LengthBounds): string | null {
  if (found >= wanted) return null;
  return (
    `Only ${found} of the ${wanted} clips asked for could be cut: ` +
    `there is no room for more of ${min} to ${max} s that are neither silent and still nor overlap these.`
  );
}
