// Caches an answer that takes the database long: whoever asks meanwhile gets it, and those who ask at the same time wait for
// the same one. A failure is not cached.

/**
 * Returns a reader with a cache of one answer.
 * @param keptMs how long an answer is used, from the moment at which it was asked for
 */
export function cacheAnswer<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
  let kept: { readonly answer: Promise<T>; readonly atMs: number } | undefined;
  return () => {
    if (kept === undefined || performance.now() - kept.atMs >= keptMs) {
      const asked = { answer: read(), atMs: performance.now() };
      kept = asked;
      asked.answer.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return kept.answer;
  };
}
