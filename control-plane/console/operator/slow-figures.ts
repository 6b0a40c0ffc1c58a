// An answer that takes the database long, kept for a while: whoever asks meanwhile gets it, and those who ask at once wait
// for the same one. A failure is not kept.

/** @param keptMs from the moment at which it was asked */
export function keepAnswer<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
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
