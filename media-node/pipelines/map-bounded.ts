// Runs a step over a list with a bound on how many are under way. The first failure stops what has not begun, and is
// thrown only when everything under way has ended, so that nothing works on behind a run that is over.

/**
 * Results in the order of the items, at most `atOnce` steps under way.
 * @throws what the first step to fail threw, once all that had begun have ended
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  step: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    while (next < items.length && failure === undefined) {
      const index = next;
      next += 1;
      try {
        results[index] = await step(items[index] as T, index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failure !== undefined) throw failure.error;
  return results;
}
