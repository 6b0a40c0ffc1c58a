// What a view reads: loaded when it is shown or what it depends on changes, given up when it goes, and read again every
// so often only while somebody looks. What failed because the control plane was away or busy is read again by itself.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, asApiError } from "./api-error.ts";
import {
  type Failures,
  failuresAfter,
  type ReadState,
  retryMsAfter,
  type State,
  shownFor,
} from "./read-state.ts";
import { whenSeenAfter } from "./when-seen.ts";

/** Between what was read and the next read of what changes time and again. */
const REFRESH_MS = 2_000;

export interface Resource<T> {
  /** Kept while it is read again; undefined until it was read once. */
  readonly data: T | undefined;
  /** Whether `data` is what stood there before, such as a list's other page, and what is asked for is on its way. */
  readonly isStale: boolean;
  /** Of the last read; undefined once one succeeds. */
  readonly error: ApiError | undefined;
  /** Reads again at once; a read that is under way is given up. */
  readonly reload: () => void;
  /** Reads again soon, however often it is called: after the read that is under way, and a while after the last one. */
  readonly refresh: () => void;
  /** Puts in what a change has answered, without another read. */
  readonly replace: (data: T) => void;
}

export interface ResourceOptions<T> {
  /** Reads again this long after each read, while the tab is seen; it may depend on what was read. */
  readonly pollMs?: number | ((data: T | undefined) => number) | undefined;
  /**
   * What all keys are of that belong together, such as the pages of a list: what was read of one stays until another one
   * is there. So nothing jumps, and whoever turned the page keeps the focus.
   */
  readonly family?: string;
}

function waitMsOf<T>(pollMs: ResourceOptions<T>["pollMs"], data: T | undefined): number | undefined {
  return typeof pollMs === "function" ? pollMs(data) : pollMs;
}

/**
 * Loads what a view shows.
 * @param key what the load depends on; another key loads anew and forgets the old data, save that of its family; null
 * loads nothing
 */
export function useResource<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { pollMs, family }: ResourceOptions<T> = {},
): Resource<T> {
  const [state, setState] = useState<ReadState<T>>({ key, family, data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef({ load, pollMs, data: state.data });
  latest.current = { load, pollMs, data: state.data };
  const refreshing = useRef((): void => undefined);
  const failures = useRef<Failures>({ key, count: 0 });
  useEffect(() => {
    if (key === null) return undefined;
    const aborter = new AbortController();
    let stopWaiting = (): void => undefined;
    let readAt: number | undefined;
    let mustRefresh = false;
    const readAfter = (ms: number): void => {
      stopWaiting();
      stopWaiting = whenSeenAfter(ms, () => setTurn((count) => count + 1));
    };
    refreshing.current = () => {
      if (mustRefresh) return;
      mustRefresh = true;
      if (readAt !== undefined) readAfter(Math.max(0, readAt + REFRESH_MS - performance.now()));
    };
    const finish = (changes: Partial<State<T>>): void => {
      if (aborter.signal.aborted) return;
      setState((old) => {
        const data = old.key === key ? old.data : undefined;
        return { key, family, data, error: undefined, ...changes };
      });
      readAt = performance.now();
      const { pollMs: wanted, data: before } = latest.current;
      failures.current = failuresAfter(failures.current, key, changes.error);
      const usualMs = (): number | undefined => waitMsOf(wanted, changes.data ?? before);
      const waitMs = mustRefresh ? REFRESH_MS : (retryMsAfter(failures.current.count) ?? usualMs());
      if (waitMs !== undefined) readAfter(waitMs);
    };
    latest.current.load(aborter.signal).then(
      (data) => finish({ data, error: undefined }),
      (error: unknown) => finish({ error: asApiError(error) }),
    );
    return () => {
      aborter.abort();
      stopWaiting();
      refreshing.current = () => undefined;
    };
  }, [key, family, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const refresh = useCallback(() => refreshing.current(), []);
  const replace = useCallback((data: T) => setState((old) => ({ ...old, data, error: undefined })), []);
  return { ...shownFor(state, key, family), reload, refresh, replace };
}
