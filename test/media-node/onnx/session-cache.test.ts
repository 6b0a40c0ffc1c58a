import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { OnnxSession, openOnnxSession } from "../../../media-node/onnx/onnx-session.ts";
import { createSessionCache } from "../../../media-node/onnx/session-cache.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const OPTIONS = { providers: ["cpu"], threads: 1 } as const;

/** Networks of so many bytes each, and what happens to them. */
async function networks(t: TestContext, sizes: Readonly<Record<string, number>>, budgetBytes: number) {
  const folder = await temporaryFolder(t);
  for (const [name, size] of Object.entries(sizes)) await writeFile(join(folder, name), Buffer.alloc(size));
  const events: string[] = [];
  const open = async (path: string): Promise<OnnxSession> => {
    const name = path.slice(folder.length + 1);
    events.push(`open ${name}`);
    return { dispose: async () => void events.push(`close ${name}`) } as OnnxSession;
  };
  const cache = createSessionCache(budgetBytes, open as typeof openOnnxSession);
  const use = (name: string, work = async (): Promise<void> => undefined): Promise<void> =>
    cache.with(join(folder, name), OPTIONS, work);
  return { cache, use, events };
}

test("a network stays open for as long as it fits", async (t) => {
  const { cache, use, events } = await networks(t, { a: 40, b: 40 }, 100);
  await use("a");
  await use("b");
  await use("a");
  assert.deepEqual(events, ["open a", "open b"]);
  assert.equal(cache.loadedBytes(), 80);
});

test("the one that was not used for longest goes first", async (t) => {
  const { use, events } = await networks(t, { a: 40, b: 40, c: 40 }, 100);
  await use("a");
  await use("b");
  await use("a");
  await use("c");
  assert.deepEqual(events, ["open a", "open b", "close b", "open c"]);
});

test("one that is in use is never closed", async (t) => {
  const { use, events } = await networks(t, { a: 60, b: 60 }, 100);
  await use("a", () => use("b"));
  assert.deepEqual(events, ["open a", "open b"]);
});

test("one that is larger than the budget is opened all the same, alone", async (t) => {
  const { cache, use, events } = await networks(t, { a: 40, large: 400 }, 100);
  await use("a");
  await use("large");
  assert.deepEqual(events, ["open a", "close a", "open large"]);
  await cache.clear();
  assert.equal(cache.loadedBytes(), 0);
});

test("weights in a file beside the graph count", async (t) => {
  const { cache, use } = await networks(t, { "model.onnx": 5, "model.onnx_data": 70, "weights.pb": 11 }, 100);
  await use("model.onnx");
  assert.equal(cache.loadedBytes(), 86);
});

test("a network that fails to open leaves nothing behind", async (t) => {
  const folder = await temporaryFolder(t);
  const cache = createSessionCache(100, () => Promise.reject(new Error("broken")));
  await assert.rejects(
    cache.with(join(folder, "a"), OPTIONS, async () => undefined),
    /broken/,
  );
  assert.equal(cache.loadedBytes(), 0);
});
