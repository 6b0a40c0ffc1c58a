// The conditions that the benchmarks of voices are asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readConditions } from "../../../bench/speech/read-conditions.ts";
import { CONDITIONS } from "../../support/speech/voice-recordings.ts";

test("conditions are read by their names, and a wrong name is told with those that there are", () => {
  const names = Object.keys(CONDITIONS);
  assert.deepEqual(
    readConditions(names.join(",")).map(({ name, graph }) => [name, graph]),
    Object.entries(CONDITIONS),
  );
  assert.throws(() => readConditions("noise,nois"), /no condition "nois"; there are: as recorded, telephone/);
  assert.throws(() => readConditions(""), /no condition ""/);
});
