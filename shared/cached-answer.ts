// Caches an answer that is costly to get: whoever asks meanwhile gets it, and those who ask at the same time wait for the
// same one. One question is under way at a time, also where it takes longer than its answer is kept: a database that is
// slow is not asked again and again. A failure is not cached.

/**
 * Returns a reader with a cache of one answer.
 * @param keptMs how long an answer is used, from the moment at which it was asked for
 * @param clock in milliseconds
 */
export function cacheAnswer<T>(
  read: () => Promise<T>,
  keptMs: number,
  clock = () => performance.now(),
): () => Promise<T> {
  let [askedAt, isAsking] = [Number.NEGATIVE_INFINITY, false];
  let answer: Promise<T> | undefined;
  const ask = (): Promise<T> => {
    const asked = read();
    [askedAt, isAsking] = [clock(), true];
    asked.then(
      () => {
        isAsking = false;
      },
      () => {
        [answer, isAsking] = [undefined, false];
      },
    );
    return asked;
  };
  return () => {
    if (answer === undefined || (!isAsking && clock() - askedAt >= keptMs)) answer = ask();
    return answer;
  };
}
