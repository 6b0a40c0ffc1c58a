// Ends what a test began, the last begun first: a process ends before its folder goes, a pool before its database.
import type { TestContext } from "node:test";

type End = () => unknown;

const endsOfTests = new WeakMap<Pick<TestContext, "after">, End[]>();

/** Runs all of them, whatever one throws: of the runner's own hooks none runs after one that threw. */
async function runAll(ends: End[]): Promise<void> {
  const errors: unknown[] = [];
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, "Several things of the test did not end in order.");
  if (errors.length === 1) throw errors[0];
}

/** Has something done at the test's end, before what was asked for earlier. What it throws fails the test. */
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
