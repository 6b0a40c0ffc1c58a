// Ends what a test began, in the order in which it was asked for, as the runner's own hooks do, but all of it: of those
// none runs after one that threw, and a folder that could not be removed would leave an appliance running.
import type { TestContext } from "node:test";

interface Ends {
  left: number;
  readonly errors: unknown[];
}

const endsOfTests = new WeakMap<Pick<TestContext, "after">, Ends>();

function throwAll([first, ...others]: readonly unknown[]): void {
  if (others.length > 0) throw new AggregateError([first, ...others], "Several things did not end in order.");
  if (first !== undefined) throw first;
}

/** Has something done at the test's end, whatever else fails there. What it throws fails the test, after the last of them. */
export function cleanUp(t: Pick<TestContext, "after">, end: () => unknown): void {
  const ends = endsOfTests.get(t) ?? { left: 0, errors: [] };
  endsOfTests.set(t, ends);
  ends.left += 1;
  t.after(async () => {
    try {
      await end();
    } catch (error) {
      ends.errors.push(error);
    }
    ends.left -= 1;
    if (ends.left === 0) throwAll(ends.errors);
  });
}
