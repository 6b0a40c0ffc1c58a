// Runs steps side by side as one: when one fails the others are stopped, and the failure is thrown once all have
// ended, so that nothing works on behind a run that is over.

type Steps<T extends readonly unknown[]> = { [K in keyof T]: (signal: AbortSignal) => Promise<T[K]> };

/** The results in the order of the steps. @throws what the first failing step threw; `signal.reason` on abort */
export async function runTogether<T extends readonly unknown[]>(
  signal: AbortSignal,
  steps: Steps<T>,
): Promise<T> {
  const siblings = new AbortController();
  const linked = AbortSignal.any([signal, siblings.signal]);
  const results = await Promise.allSettled(
    steps.map((step) =>
      step(linked).catch((error: unknown) => {
        siblings.abort(error);
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  if (siblings.signal.aborted) throw siblings.signal.reason;
  return results.map((result) => (result.status === "fulfilled" ? result.value : undefined)) as unknown as T;
}
