// Ends what a test began, in the order in which it was asked for, as the runner's own hooks do, but all of it: of those
// none runs after one that threw, and a folder that could not be removed would leave an appliance running.
import type { TestContext } from "node:test";

type End = () => unknown;

const endsOfTests = new WeakMap<Pick<TestContext, "after">, End[]>();

/** Runs all of them, whatever one throws. */
async function runAll(ends: readonly End[]): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, "Several things of the test did not end in order.");
  if (errors.length === 1) throw errors[0];
}

/** Has something done at the test's end, after what was asked for earlier. What it throws fails the test. */
export function cleanUp(t: Pick<TestContext, "after">, end: End): void {
  const known = endsOfTests.get(t);
  if (known !== undefined) {
    known.push(end);
    return;
  }
  const ends = [end];
  endsOfTests.set(t, ends);
  t.after(() => runAll(ends));
}
