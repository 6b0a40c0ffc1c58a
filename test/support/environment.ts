// Variables of this process's environment for one test.
import type { TestContext } from "node:test";
import { cleanUp } from "./clean-up.ts";

/** What each test that has set variables found before. */
const found = new WeakMap<TestContext, Map<string, string | undefined>>();

function putBack(before: ReadonlyMap<string, string | undefined>): void {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Sets variables; at the test's end they are what they were before it, however often it has set them. */
export function setEnvironment(t: TestContext, variables: Readonly<Record<string, string>>): void {
  let before = found.get(t);
  if (before === undefined) {
    const kept = new Map<string, string | undefined>();
    before = kept;
    found.set(t, kept);
    cleanUp(t, () => putBack(kept));
  }
  for (const [name, value] of Object.entries(variables)) {
    if (!before.has(name)) before.set(name, process.env[name]);
    process.env[name] = value;
  }
}
