import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { keepModel, type ModelCall } from "../../../media-node/models/kept-model.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { plantAudioEvents } from "../../support/models/audio-event-models.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ON_CPU = { providers: ["cpu"], threads: 1 } as const;

/** Models that are numbered as they are opened; `failures` of them cannot be. */
async function scene(t: TestContext, failures = 0) {
  const root = await temporaryFolder(t);
  const disposed: number[] = [];
  let opened = 0;
  const modelFor = keepModel(async () => {
    opened += 1;
    const number = opened;
    if (number <= failures) throw new Error(`failure ${number}`);
    return { number, dispose: async () => void disposed.push(number) };
  });
  const folders = [join(root, "a"), join(root, "b")];
  for (const folder of folders) await plantAudioEvents(folder);
  const bundles = await Promise.all(folders.map(readBundle));
  const call = (index: number): ModelCall => {
    const bundle = bundles[index];
    assert.ok(bundle !== undefined);
    return { ...ON_CPU, bundle };
  };
  return { modelFor, disposed, call };
}

test("a model is opened once, and again when another one was used in between", async (t) => {
  const { modelFor, disposed, call } = await scene(t);
  assert.equal((await modelFor(call(0))).number, 1);
  assert.equal((await modelFor(call(0))).number, 1);
  assert.equal((await modelFor(call(1))).number, 2);
  assert.deepEqual(disposed, [1]);
  assert.equal((await modelFor(call(0))).number, 3);
  assert.deepEqual(disposed, [1, 2]);
});

test("other providers and threads are another way to run it", async (t) => {
  const { modelFor, disposed, call } = await scene(t);
  await modelFor(call(0));
  assert.equal((await modelFor({ ...call(0), threads: 2 })).number, 2);
  assert.deepEqual(disposed, [1]);
});

test("one whose manifest says something else of the same files is opened anew", async (t) => {
  const { modelFor, disposed, call } = await scene(t);
  await modelFor(call(0));
  const { bundle } = call(0);
  const manifest = { ...bundle.manifest, embedding: { pooling: "first" } } as const;
  assert.equal((await modelFor({ ...ON_CPU, bundle: { ...bundle, manifest } })).number, 2);
  assert.deepEqual(disposed, [1]);
});

test("one that could not be opened is tried anew by the next call", async (t) => {
  const { modelFor, disposed, call } = await scene(t, 2);
  await assert.rejects(modelFor(call(0)), /failure 1/);
  await assert.rejects(modelFor(call(1)), /failure 2/);
  assert.equal((await modelFor(call(1))).number, 3);
  assert.deepEqual(disposed, []);
});
