// Files behind signed links, read through connections that break.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { type ClientScene, clientScene } from "../../support/client/client-scene.ts";
import { generatedFile } from "../../support/media-node/media-node.ts";
import type { SeenRequest } from "../../support/s3/faulty-proxy.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const isFile = ({ url }: SeenRequest): boolean => url.startsWith("/files/");

/** A finished task with one file, and its link by way of the proxy. */
async function finishedFile(scene: ClientScene, content: Buffer): Promise<{ url: string; path: string }> {
  const { client, node, plane } = scene;
  const body = { model: "test-painter", input: { prompt: "a lighthouse" }, output_count: 1 };
  const task = await client.generationTasks.create(body);
  const result = generatedFile(task.task_id);
  const path = join(plane.storageFolder, result.status === "SUCCESS" ? result.fileKey : "");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await node.report(task.task_id, await node.start(task.task_id), {
    ok: true,
    output: null,
    result: [result],
  });
  const finished = await client.waitFor(task);
  return { url: finished.result[0]?.file_url ?? "", path };
}

async function placed(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), "image.png");
}

test("a file is written whole, and says how far it is", async (t) => {
  const scene = await clientScene(t);
  const content = randomBytes(300_000);
  const { url } = await finishedFile(scene, content);
  const path = await placed(t);
  const told: number[] = [];
  await scene.client.downloadFile(url, path, {
    onProgress: ({ receivedBytes, totalBytes }) => {
      assert.equal(totalBytes, content.length);
      told.push(receivedBytes);
    },
  });
  assert.ok((await readFile(path)).equals(content));
  assert.equal(told.at(-1), content.length);
  const sent = scene.proxy.requests.filter(isFile);
  assert.deepEqual(
    sent.map(({ headers }) => headers["x-service-api-key"]),
    [undefined],
    "the key stays here",
  );
});

test("a download that breaks off goes on where it was", async (t) => {
  const scene = await clientScene(t);
  const content = randomBytes(400_000);
  const { url } = await finishedFile(scene, content);
  let cuts = 0;
  scene.proxy.fail((seen) => {
    if (!isFile(seen) || cuts === 2) return undefined;
    cuts += 1;
    return { kind: "cut", afterBytes: 100_000 };
  });
  const path = await placed(t);
  await scene.client.downloadFile(url, path);
  assert.ok((await readFile(path)).equals(content));
  const ranges = scene.proxy.requests.filter(isFile).map(({ headers }) => headers.range);
  assert.equal(ranges.length, 3);
  assert.equal(ranges[0], undefined);
  assert.ok(ranges.slice(1).every((range) => /^bytes=\d+-$/.test(String(range))));
});

test("a file that became another while it was read is no mix of both", async (t) => {
  const scene = await clientScene(t);
  const content = randomBytes(400_000);
  const { url, path: stored } = await finishedFile(scene, content);
  scene.failNext(1, isFile, { kind: "cut", afterBytes: 100_000 });
  const path = await placed(t);
  let received = 0;
  const reading = (async () => {
    for await (const bytes of scene.client.download(url)) {
      if (received === 0) await writeFile(stored, randomBytes(400_001));
      received += bytes.length;
    }
  })();
  await assert.rejects(reading, { code: "FILE_CHANGED" });
  assert.deepEqual(await readdir(dirname(path)), []);
});

test("a file that is gone is said, and leaves nothing behind", async (t) => {
  const scene = await clientScene(t);
  const { url, path: stored } = await finishedFile(scene, randomBytes(1_000));
  await rm(stored);
  const path = await placed(t);
  await assert.rejects(scene.client.downloadFile(url, path), { code: "NOT_FOUND", status: 404 });
  assert.deepEqual(await readdir(dirname(path)), []);
});
