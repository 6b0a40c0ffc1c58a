// What changes by itself while work is under way: read again every few seconds then, and seldom otherwise.
import { type Resource, useResource } from "../../api/use-resource.ts";
import type { Pace } from "./task-pace.ts";

const POLL_MS = { active: 2_500, quiet: 30_000, settled: 3_600_000 } as const satisfies Record<Pace, number>;

/** As useResource. @param paceOf how soon what was read may be something else @param family see ResourceOptions */
export function usePolled<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  paceOf: (data: T) => Pace,
  family?: string,
): Resource<T> {
  const pollMs = (data: T | undefined): number => POLL_MS[data === undefined ? "quiet" : paceOf(data)];
  return useResource(key, load, family === undefined ? { pollMs } : { pollMs, family });
}
