import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  exciterOf,
  SCORE_HIGHLIGHTS_WORKER,
  type ScoreHighlightsPool,
} from "../../../../media-node/highlights/moments/score-highlights.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { createThreadPool } from "../../../../media-node/threads/thread-pool.ts";
import { builtInExciter, goalAt, HIGHLIGHTS_FOLDER, planted } from "../../../support/highlights.ts";

const pool: ScoreHighlightsPool = createThreadPool({
  ...{ workerFile: SCORE_HIGHLIGHTS_WORKER, threads: 1 },
  ...{ maxQueue: 4, keepsModels: true },
});
after(() => pool.close());

test("a thread of the pool scores as the model does here", async () => {
  const bundle = await readBundle(HIGHLIGHTS_FOLDER);
  const there = exciterOf({ pool, bundle, signal: new AbortController().signal });
  const here = await builtInExciter();
  const curves = planted(120, goalAt(60));
  const found = await there(curves, "FOOTBALL");
  assert.deepEqual(found, await here(curves, "FOOTBALL"));
  assert.equal(found.excitement.length, curves.tickCount);
});

test("a bundle that is not there fails the call and not the thread", async () => {
  const bundle = await readBundle(HIGHLIGHTS_FOLDER);
  const { signal } = new AbortController();
  const curves = planted(30, []);
  const missing = { ...bundle, folder: "/nonexistent" };
  await assert.rejects(exciterOf({ pool, bundle: missing, signal })(curves, "OTHER"));
  const found = await exciterOf({ pool, bundle, signal })(curves, "OTHER");
  assert.equal(found.excitement.length, curves.tickCount);
});
