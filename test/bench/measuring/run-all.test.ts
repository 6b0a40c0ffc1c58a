// All areas in a row, with areas of the test's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BenchDefinition } from "../../../bench/measuring/harness.ts";
import { measureAreas } from "../../../bench/measuring/run-all.ts";

const { signal: never } = new AbortController();

function area(name: string, rest: Partial<BenchDefinition> = {}): BenchDefinition {
  return { name, description: `what ${name} shows`, quick: {}, run: async () => undefined, ...rest };
}

const AREAS = [
  area("broken", { options: { only: "" } }),
  area("data", {
    options: { folder: "", only: "" },
    quick: { leftOut: async ({ folder }) => (folder === "" ? "no folder is given" : undefined) },
  }),
  area("plain"),
];

interface Outcome {
  readonly status: number;
  readonly measured: readonly (readonly [string, Readonly<Record<string, string>>])[];
  readonly printed: readonly string[];
}

async function measured(
  args: readonly string[],
  areas: readonly BenchDefinition[] = AREAS,
): Promise<Outcome> {
  const calls: [string, Readonly<Record<string, string>>][] = [];
  const printed: string[] = [];
  const status = await measureAreas(areas, ["--quick", ...args], {
    measure: async (name, given) => {
      calls.push([name, given]);
      return name === "broken" ? "it ended with 1" : undefined;
    },
    interrupted: never,
    print: (line) => void printed.push(line.trimEnd()),
  });
  return { status, measured: calls, printed };
}

test("an area that fails fails the whole at its end, and one that cannot run is left out with its reason", async () => {
  const { status, measured: calls, printed } = await measured([]);
  assert.equal(status, 1);
  assert.deepEqual(
    calls.map(([name]) => name),
    ["broken", "plain"],
  );
  assert.deepEqual(printed.slice(0, -1), [
    "== broken: what broken shows",
    "== broken: failed, it ended with 1, after 0 s",
    "== data: what data shows",
    "== data: left out, no folder is given",
    "== plain: what plain shows",
    "== plain: measured, 0 s",
  ]);
  assert.match(printed.at(-1) ?? "", /^data +left out +no folder is given$/m);
});

test("an area that is left out fails nothing", async () => {
  assert.equal((await measured([], AREAS.slice(1))).status, 0);
});

test("an option goes to the one area that has it; one of several areas is refused", async () => {
  const { measured: calls } = await measured(["--folder", "/talks"]);
  assert.deepEqual(calls, [
    ["broken", {}],
    ["data", { folder: "/talks" }],
    ["plain", {}],
  ]);
  await assert.rejects(measured(["--only", "x"]), /--only/);
});

test("an interruption ends the row", async () => {
  const interrupted = new AbortController();
  interrupted.abort(new Error("Interrupted."));
  const measure = (): Promise<never> => assert.fail("nothing may be measured");
  const print = (): void => undefined;
  await assert.rejects(
    measureAreas(AREAS, ["--quick"], { measure, interrupted: interrupted.signal, print }),
    {
      message: "Interrupted.",
    },
  );
});
