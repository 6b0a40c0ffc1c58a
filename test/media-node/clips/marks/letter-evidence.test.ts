import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedLogOdds } from "../../../../media-node/clips/marks/letter-evidence.ts";

function shared(said: readonly (readonly [string, number])[]): number[] {
  const cores = said.map(([core]) => core);
  return [
    ...sharedLogOdds(
      cores,
      Float64Array.from(said, ([, logOdds]) => logOdds),
    ),
  ];
}

test("a name that is plain elsewhere is one where its surroundings say little", () => {
  const [, , doubtful = 0] = shared([
    ["gamma", 5],
    ["gamma’s", 6],
    ["Gamma", 0.2],
  ]);
  assert.ok(doubtful > 3);
});

test("one sure use does not make a name of a word that is none everywhere else", () => {
  const said = Array.from({ length: 20 }, (_, index) => ["go", index === 0 ? 40 : -6] as const);
  const [sure = 0, ...others] = shared(said);
  assert.ok(sure > 30, "nor do the others take its capital");
  assert.ok(others.every((logOdds) => logOdds < -5));
});

test("what is said once, and what the network has no number for, stay as they are", () => {
  assert.deepEqual(
    shared([
      ["bees", -3],
      ["пчёлы", Number.NaN],
      ["пчёлы", Number.NaN],
    ]),
    [-3, Number.NaN, Number.NaN],
  );
});
