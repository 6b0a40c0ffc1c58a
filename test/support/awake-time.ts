// How long work takes in a test's own process, for bounds that the process keeps itself. Time in which it stood still, as
// on a machine that does much else, does not count: no timer of what is tested could end in it.

const LOOK_MS = 10;
/** What is longer between two looks was stood still. */
const MAX_TURN_MS = 50;

/** Rejects with the work. */
export async function timedAwake<T>(work: () => Promise<T>): Promise<{ value: T; awakeMs: number }> {
  let awakeMs = 0;
  let lookedAt = performance.now();
  const look = (): void => {
    const now = performance.now();
    awakeMs += Math.min(now - lookedAt, MAX_TURN_MS);
    lookedAt = now;
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    const value = await work();
    look();
    return { value, awakeMs };
  } finally {
    clearInterval(timer);
  }
}
