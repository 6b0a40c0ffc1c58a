// One signal of two, of which one may live as long as the process. AbortSignal.any is for signals that go with their
// work: of one that stays it keeps a record of every signal that was ever made of it (Node.js 22, some 175 bytes each).

export interface JoinedSignal {
  /** Aborted with the first of the two, for its reason. */
  readonly signal: AbortSignal;
  /** Lets go of both, once nobody uses the signal any more. */
  release(): void;
}

/**
 * Joins two signals; `release` must be called when the work is over, also where it failed. Fires at once
 * where one has fired.
 */
export function joinSignals(one: AbortSignal | undefined, other: AbortSignal): JoinedSignal {
  const joined = new AbortController();
  // Each listener knows its signal: Node.js tells only the first of a signal's listeners whose event it is.
  const listeners = [one, other]
    .filter((signal) => signal !== undefined)
    .map((signal) => ({ signal, follow: () => joined.abort(signal.reason) }));
  for (const { signal, follow } of listeners) {
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => {
      for (const { signal, follow } of listeners) signal.removeEventListener("abort", follow);
    },
  };
}
