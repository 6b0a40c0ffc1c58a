// What changes by itself while work is under way: read again every few seconds then, and seldom otherwise.
import { type Resource, useResource } from "../../api/use-resource.ts";

const POLL_MS = { active: 2_500, quiet: 30_000 } as const;

/** As useResource. @param isActive whether what was read may soon be something else */
export function usePolled<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  isActive: (data: T) => boolean,
): Resource<T> {
  const pollMs = (data: T | undefined): number =>
    data !== undefined && isActive(data) ? POLL_MS.active : POLL_MS.quiet;
  return useResource(key, load, { pollMs });
}
