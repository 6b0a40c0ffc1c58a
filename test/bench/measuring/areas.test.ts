// What the command line makes of areas.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { listAreas, loadArea, readAreaWords } from "../../../bench/measuring/areas.ts";
import type { BenchDefinition } from "../../../bench/measuring/harness.ts";

const AREA: BenchDefinition = {
  name: "parsing",
  description: "how long it takes",
  options: { minutes: "60", only: "" },
  repeats: 3,
  quick: { options: { minutes: "1" } },
  run: async () => undefined,
};

test("an area's words are its options, with short ones and one repeat where it is to be quick", () => {
  const usual = { isQuick: false, repeats: 3, options: { minutes: "60", only: "" } };
  assert.deepEqual(readAreaWords(AREA, []), usual);
  const quick = { isQuick: true, repeats: 1, options: { minutes: "1", only: "" } };
  assert.deepEqual(readAreaWords(AREA, ["--quick"]), quick);
  assert.deepEqual(readAreaWords(AREA, ["--quick", "--minutes", "2", "--repeats=2"]), {
    isQuick: true,
    repeats: 2,
    options: { minutes: "2", only: "" },
  });
  assert.throws(() => readAreaWords(AREA, ["--hours=2"]), /--hours/);
  assert.throws(() => readAreaWords(AREA, ["--repeats=0"]), /--repeats must be a whole number/);
});

test("every area is called like its file, and its short settings are options that it has", async () => {
  const areas = await listAreas();
  assert.ok(areas.length >= 17, "areas must be found, or this test proves nothing");
  for (const area of areas) {
    const { name, options = {}, quick } = await loadArea(area);
    assert.equal(name, area);
    const unknown = Object.keys(quick.options ?? {}).filter((option) => !(option in options));
    assert.deepEqual(unknown, [], area);
  }
});

test("the list has a line for each area and nothing else", async () => {
  const listed = spawnSync(process.execPath, ["--import", "tsx", "bench/run.ts"], { encoding: "utf8" });
  const lines = listed.stdout.trimEnd().split("\n");
  const areas = lines.slice(2).map((line) => /^ {2}([a-z-]+): ./.exec(line)?.[1]);
  assert.deepEqual(areas, await listAreas());
  assert.deepEqual([listed.status, listed.stderr], [0, ""]);
});
