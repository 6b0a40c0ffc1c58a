// One signal of two, of which one may live as long as the process. AbortSignal.any is for signals that go with their
// work: of one that stays it keeps a record of every signal that was ever made of it (Node.js 22, some 175 bytes each).

export interface JoinedSignal {
  /** Aborted with the first of the two, for its reason. */
  readonly signal: AbortSignal;
  /** Lets go of both, once nobody uses the signal any more. */
  release(): void;
}

export function joinSignals(one: AbortSignal, other: AbortSignal): JoinedSignal {
  const joined = new AbortController();
  const follow = ({ currentTarget }: Event): void => joined.abort((currentTarget as AbortSignal).reason);
  for (const signal of [one, other]) {
    if (signal.aborted) joined.abort(signal.reason);
    else signal.addEventListener("abort", follow, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => {
      for (const signal of [one, other]) signal.removeEventListener("abort", follow);
    },
  };
}
