// What a view reads: loaded when it is shown or what it depends on changes, given up when it goes, and read again every
// so often only while somebody looks.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, asApiError } from "./api-error.ts";

export interface Resource<T> {
  /** Kept while it is read again; undefined until it was read once. */
  readonly data: T | undefined;
  /** Of the last read; undefined once one succeeds. */
  readonly error: ApiError | undefined;
  /** Reads again at once. */
  readonly reload: () => void;
  /** Puts in what a change has answered, without another read. */
  readonly replace: (data: T) => void;
}

export interface ResourceOptions {
  /** Reads again this long after each read, while the tab is seen. */
  readonly pollMs?: number | undefined;
}

interface State<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
}

/** Calls back once the time is over and the tab is seen. Returns what stops it. */
function whenSeenAfter(ms: number, callback: () => void): () => void {
  let onSeen = (): void => undefined;
  const timer = setTimeout(() => {
    if (document.visibilityState === "visible") return callback();
    onSeen = (): void => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", onSeen);
      callback();
    };
    document.addEventListener("visibilitychange", onSeen);
  }, ms);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onSeen);
  };
}

/**
 * Loads what a view shows.
 * @param key what the load depends on; another key loads anew and forgets the old data; null loads nothing
 */
export function useResource<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { pollMs }: ResourceOptions = {},
): Resource<T> {
  const [state, setState] = useState<State<T> & { key: string | null }>({
    key,
    data: undefined,
    error: undefined,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (key === null) return undefined;
    const aborter = new AbortController();
    let stopWaiting = (): void => undefined;
    setState((old) => (old.key === key ? old : { key, data: undefined, error: undefined }));
    const finish = (changes: Partial<State<T>>): void => {
      if (aborter.signal.aborted) return;
      setState((old) => ({ ...old, ...changes }));
      if (pollMs !== undefined) stopWaiting = whenSeenAfter(pollMs, () => setTurn((count) => count + 1));
    };
    latest.current(aborter.signal).then(
      (data) => finish({ data, error: undefined }),
      (error: unknown) => finish({ error: asApiError(error) }),
    );
    return () => {
      aborter.abort();
      stopWaiting();
    };
  }, [key, turn, pollMs]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const replace = useCallback((data: T) => setState((old) => ({ ...old, data, error: undefined })), []);
  const isOld = state.key !== key;
  return {
    data: isOld ? undefined : state.data,
    error: isOld ? undefined : state.error,
    reload,
    replace,
  };
}
