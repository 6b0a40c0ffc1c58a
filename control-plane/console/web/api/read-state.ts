// What was read last, and what of it is shown while something else is asked for.
import type { ApiError } from "./api-error.ts";

/** What a read has brought. */
export interface State<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
}

/** What was read, and what it was asked for. */
export interface ReadState<T> extends State<T> {
  readonly key: string | null;
  readonly family: string | undefined;
}

/** What is shown for a key, of what was read last. */
export function shownFor<T>(
  read: ReadState<T>,
  key: string | null,
  family: string | undefined,
): State<T> & { readonly isStale: boolean } {
  const { data, error } = read;
  if (read.key === key) return { data, error, isStale: false };
  const isOfFamily = key !== null && family !== undefined && read.family === family && data !== undefined;
  return { data: isOfFamily ? data : undefined, error: undefined, isStale: isOfFamily };
}

const RETRY_MS = { first: 2_000, longest: 30_000 } as const;

/** How many reads in a row of what a key stands for have failed for now. */
export interface Failures {
  readonly key: string | null;
  readonly count: number;
}

/** The same after another read; what failed of another key says nothing of this one. @param error of the last */
export function failuresAfter(failures: Failures, key: string | null, error: ApiError | undefined): Failures {
  if (error?.isPassing !== true) return { key, count: 0 };
  return { key, count: failures.key === key ? failures.count + 1 : 1 };
}

/** The pause before the next read after so many in a row that failed for now; undefined where none has failed. */
export function retryMsAfter(failures: number): number | undefined {
  return failures === 0 ? undefined : Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** (failures - 1));
}
