import assert from "node:assert/strict";
import { after, test } from "node:test";
import { exciterOf } from "../../../../media-node/highlights/moments/score-highlights.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { builtInExciter, goalAt, HIGHLIGHTS_FOLDER, planted } from "../../../support/models/highlights.ts";

after(closeThreads);

test("a thread scores as the model does here", async () => {
  const bundle = await readBundle(HIGHLIGHTS_FOLDER);
  const there = exciterOf({ bundle, signal: new AbortController().signal });
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
  await assert.rejects(exciterOf({ bundle: missing, signal })(curves, "OTHER"));
  const found = await exciterOf({ bundle, signal })(curves, "OTHER");
  assert.equal(found.excitement.length, curves.tickCount);
});
