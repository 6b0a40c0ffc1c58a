// Whose work a call is, and what it has to do with whoever made it: devices are shared out between runs, leave out what
// nobody wants any more, and tell when a run only waits. Known wherever a run's work goes, in the node's main thread and in
// those that it calls, without a parameter on the way.
import { AsyncLocalStorage } from "node:async_hooks";

export interface CallContext {
  readonly share: string;
  /** Fires when nobody wants the call any more; undefined where nobody can say so. */
  readonly signal?: AbortSignal;
  /** Told when the call begins to do nothing but wait for a device, and when that is over. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** Told of each question that a device has answered how many milliseconds it worked on it. */
  readonly onWorked?: (ms: number) => void;
  /** Whether its work shares no run of a model with that of others, since a device ended during it; not unless told. */
  readonly isAlone?: boolean;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Work that is nobody's: a benchmark's, a command's. */
const NOBODY: CallContext = { share: "" };

/**
 * The call that this code is part of; nobody's (share "") outside of `withCall`, as in commands and
 * benchmarks.
 */
export function currentCall(): CallContext {
  return contexts.getStore() ?? NOBODY;
}

/** Calls that `work` makes, also later, are made so. */
export function withCall<T>(context: CallContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Calls that `work` makes, also later and in other threads, count as this share's. */
export function withShare<T>(share: string, work: () => T): T {
  return withCall({ ...currentCall(), share }, work);
}

/** The share of the current call, by which devices and lanes take turns between runs; "" for nobody's. */
export function currentShare(): string {
  return currentCall().share;
}
