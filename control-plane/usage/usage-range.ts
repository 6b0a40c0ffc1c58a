// Reads the range that a client asks usage for.
import type { ErrorDetail } from "../../shared/errors.ts";
import { readIsoTime } from "../../shared/iso-time.ts";
import { USAGE_LIMITS } from "../../shared/limits/requests.ts";
import type { UsageQuery } from "../../shared/schemas/usage.ts";
import { invalidRequest } from "../../shared/schemas/validate.ts";

function readTime(text: string, path: string): Date {
  const time = readIsoTime(text);
  if (time === null) throw wrong({ path, message: "is not a time that exists" });
  return time;
}

function wrong(detail: ErrorDetail): Error {
  return invalidRequest([detail]);
}

/** The range of a query. @throws AppError INVALID_REQUEST when a time does not exist or the range is reversed */
export function readUsageRange(query: UsageQuery, now: Date): { from: Date; to: Date } {
  const to = query.to === undefined ? now : readTime(query.to, "/to");
  const from =
    query.from === undefined
      ? new Date(now.getTime() - USAGE_LIMITS.defaultRangeMs)
      : readTime(query.from, "/from");
  if (from > to) {
    throw wrong(
      query.from === undefined
        ? { path: "/to", message: "must not be before from, which is 30 days ago unless it is given" }
        : { path: "/from", message: "must not be after to" },
    );
  }
  return { from, to };
}
