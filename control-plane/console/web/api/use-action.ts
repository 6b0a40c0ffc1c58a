// A change that a button makes: one at a time, with what went wrong.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type ApiError, asApiError } from "./api-error.ts";

export interface Action<Input extends readonly unknown[], Output> {
  /** Resolves to undefined where it failed; `error` says why. */
  readonly run: (...input: Input) => Promise<Output | undefined>;
  readonly isRunning: boolean;
  readonly error: ApiError | undefined;
  readonly clear: () => void;
}

/** Wraps a change. While one is under way, further calls do nothing. */
export function useAction<Input extends readonly unknown[], Output>(
  act: (...input: Input) => Promise<Output>,
): Action<Input, Output> {
  const [state, setState] = useState<{ isRunning: boolean; error: ApiError | undefined }>({
    isRunning: false,
    error: undefined,
  });
  const latest = useRef(act);
  latest.current = act;
  const running = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const run = useCallback(async (...input: Input): Promise<Output | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setState({ isRunning: true, error: undefined });
    let error: ApiError | undefined;
    try {
      return await latest.current(...input);
    } catch (thrown) {
      error = asApiError(thrown);
      return undefined;
    } finally {
      running.current = false;
      if (isShown.current) setState({ isRunning: false, error });
    }
  }, []);
  const clear = useCallback(() => setState((old) => ({ ...old, error: undefined })), []);
  return { run, clear, isRunning: state.isRunning, error: state.error };
}
