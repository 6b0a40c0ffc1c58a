import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { createHighlightTools } from "../../media-node/highlight-tools.ts";
import { MATCH_CURVES_VERSION } from "../../media-node/highlights/match-curves.ts";
import type { FoundBundle } from "../../media-node/models/find-bundles.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { builtInBundles } from "../support/media-pools.ts";

after(assertNoChildren);

function toolsWith(t: TestContext, bundles: readonly FoundBundle[]) {
  const { tools, close } = createHighlightTools({
    ...{ bundles: () => bundles, reelS: null, renderThreads: 1, maxQueue: 1 },
  });
  t.after(close);
  return tools;
}

/** A highlight bundle of an operator's for a version of the curves. */
async function installed(curvesVersion: number): Promise<FoundBundle> {
  const builtIn = (await builtInBundles()).find(({ manifest }) => manifest.kind === "highlight-scoring");
  assert.ok(builtIn !== undefined);
  const highlights = { curvesVersion, categories: ["OTHER"] };
  const manifest = { ...builtIn.manifest, name: "own", priority: 500, highlights };
  return { ...builtIn, manifest, isBuiltIn: false };
}

test("the built-in model scores matches until an operator installs another", async (t) => {
  const builtIn = await builtInBundles();
  assert.equal(toolsWith(t, builtIn).model().manifest.name, "highlights");
  const own = await installed(MATCH_CURVES_VERSION);
  assert.equal(toolsWith(t, [...builtIn, own]).model().manifest.name, "own");
});

test("a model that was made for other curves is passed over", async (t) => {
  const old = await installed(MATCH_CURVES_VERSION + 1);
  assert.equal(toolsWith(t, [...(await builtInBundles()), old]).model().manifest.name, "highlights");
  assert.throws(() => toolsWith(t, [old]).model(), { code: "MODEL_UNAVAILABLE" });
});
