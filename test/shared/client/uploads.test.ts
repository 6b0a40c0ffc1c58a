// Uploads to a real control plane: files, Blobs and streams, through cut connections, and after a crash.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, openAsBlob } from "node:fs";
import { open, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { apiError, type ClientScene, clientScene } from "../../support/client/client-scene.ts";
import type { SeenRequest } from "../../support/s3/faulty-proxy.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const isPut = ({ method }: SeenRequest): boolean => method === "PUT";

/** A sparse file with something in each part. */
async function film(t: TestContext, sizeBytes: number): Promise<string> {
  const path = join(await temporaryFolder(t), "talk.mp4");
  await writeFile(path, "the first part");
  await truncate(path, sizeBytes);
  const file = await open(path, "r+");
  for (let offset = PART; offset < sizeBytes; offset += PART) await file.write(`part at ${offset}`, offset);
  await file.close();
  return path;
}

async function assertStored({ plane }: ClientScene, storageKey: string, path: string): Promise<void> {
  const stored = await readFile(join(plane.storageFolder, storageKey));
  assert.ok(stored.equals(await readFile(path)), "what is stored is what was sent");
}

test("a file goes up in parts, several at once, and says how far it is", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 18 * MIB);
  const told: number[] = [];
  let announced = "";
  const upload = await scene.client.upload(path, {
    partBytes: PART,
    onAnnounced: (uploadId) => {
      announced = uploadId;
    },
    onProgress: ({ sentBytes, totalBytes }) => {
      assert.equal(totalBytes, 18 * MIB);
      told.push(sentBytes);
    },
  });
  assert.deepEqual([upload.complete, upload.upload_id, upload.filename], [true, announced, "talk.mp4"]);
  assert.deepEqual(
    told.toSorted((a, b) => a - b),
    told,
    "never less than before",
  );
  assert.deepEqual([told[0], told.length, told.at(-1)], [0, 5, 18 * MIB]);
  assert.equal(scene.seen(isPut), 4);
  await assertStored(scene, upload.s3_key, path);
});

test("what is no larger than a part goes up whole, from a Blob and from a stream", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 6 * MIB);
  const file = new File([await readFile(path)], "talk.webm", { type: "video/webm" });
  const fromBlob = await scene.client.upload(file);
  assert.deepEqual([fromBlob.filename, fromBlob.part_size_bytes], ["talk.webm", null]);
  await assertStored(scene, fromBlob.s3_key, path);
  const stream = Readable.toWeb(Readable.from([await readFile(path)])) as ReadableStream<Uint8Array>;
  const fromStream = await scene.client.upload(
    { stream, sizeBytes: 6 * MIB },
    { filename: "talk.mkv", partBytes: PART },
  );
  assert.equal(fromStream.part_size_bytes, PART, "a stream of two parts");
  await assertStored(scene, fromStream.s3_key, path);
});

test("a file without anything in it is refused before anything is asked for", async (t) => {
  const scene = await clientScene(t);
  await assert.rejects(scene.client.upload(new File([], "talk.mp4")), {
    code: "INVALID_ARGUMENT",
    message: "The file is empty.",
  });
  assert.equal(
    scene.seen(() => true),
    0,
  );
});

test("parts whose connection is cut, whose answer is lost or refused are sent again, and only they", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 18 * MIB);
  const faults = [
    { kind: "cut request", afterBytes: MIB },
    { kind: "lost answer" },
    apiError(503, "UNAVAILABLE"),
    apiError(429, "RATE_LIMITED"),
  ] as const;
  let next = 0;
  scene.proxy.fail((seen) => {
    if (!isPut(seen)) return undefined;
    const fault = faults[next];
    next += 1;
    return fault;
  });
  let retries = 0;
  const onRetry = (): void => {
    retries += 1;
  };
  const upload = await scene.client.upload(path, { partBytes: PART, onRetry });
  assert.deepEqual([scene.seen(isPut), retries], [8, 4]);
  await assertStored(scene, upload.s3_key, path);
});

test("an address that ended meanwhile is asked for anew", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 12 * MIB);
  scene.failNext(1, isPut, apiError(401, "UNAUTHENTICATED"));
  const upload = await scene.client.upload(path, { partBytes: PART });
  await assertStored(scene, upload.s3_key, path);
  const isLook = ({ method, url }: SeenRequest): boolean =>
    method === "GET" && /\/uploads\/upl_\w+$/.test(url);
  assert.equal(scene.seen(isLook), 2);
});

test("a whole file whose answer was lost is found stored", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, MIB);
  scene.failNext(1, isPut, { kind: "lost answer" });
  const upload = await scene.client.upload(path);
  assert.equal(upload.complete, true);
  await assertStored(scene, upload.s3_key, path);
});

test("an upload that was stopped goes on by its id, and sends what is missing alone", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 18 * MIB);
  const stop = new AbortController();
  let uploadId = "";
  const stopped = scene.client.upload(path, {
    partBytes: PART,
    partsAtOnce: 1,
    signal: stop.signal,
    onAnnounced: (id) => {
      uploadId = id;
    },
    onProgress: ({ sentBytes }) => {
      if (sentBytes > 0) stop.abort(new Error("stopped"));
    },
  });
  await assert.rejects(stopped, /stopped/);
  const before = scene.seen(isPut);
  const told: number[] = [];
  const upload = await scene.client.upload(await openAsBlob(path), {
    resume: uploadId,
    onProgress: ({ sentBytes }) => told.push(sentBytes),
  });
  assert.equal(upload.upload_id, uploadId);
  assert.equal(told[0], PART, "the first part is there");
  assert.equal(scene.seen(isPut) - before, 3);
  await assertStored(scene, upload.s3_key, path);
  assert.deepEqual(
    await scene.client.upload(path, { resume: uploadId }),
    upload,
    "once more changes nothing",
  );
});

test("a stream goes on where an upload broke off, past what has arrived", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 12 * MIB);
  const content = await readFile(path);
  const { upload_id: resume, parts = [] } = await scene.client.uploads.create({
    filename: "talk.mp4",
    content_type: "video/mp4",
    size_bytes: content.length,
    part_size_bytes: PART,
  });
  await fetch(parts[0]?.url ?? "", { method: "PUT", body: content.subarray(0, PART) });
  const stream = Readable.from([content.subarray(0, 7 * MIB), content.subarray(7 * MIB)]);
  const upload = await scene.client.upload({ stream, sizeBytes: content.length }, { resume });
  assert.equal(scene.seen(isPut), 3);
  await assertStored(scene, upload.s3_key, path);
});

test("a process that was killed in the midst of an upload is succeeded by another", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 18 * MIB);
  let parts = 0;
  scene.proxy.fail((seen) => {
    if (!isPut(seen)) return undefined;
    parts += 1;
    return parts > 2 ? { kind: "stall", afterBytes: 0 } : undefined;
  });
  const program = `
    import { Clipmill } from "./shared/client/node.ts";
    await new Clipmill().upload(${JSON.stringify(path)}, {
      partBytes: ${PART}, partsAtOnce: 1,
      onAnnounced: (id) => console.log(id),
      onProgress: ({ sentBytes }) => console.log(sentBytes),
    });`;
  const env = { ...process.env, CLIPMILL_URL: scene.proxy.url, CLIPMILL_API_KEY: scene.account.key };
  const args = ["--import", "tsx", "--input-type=module-typescript", "--eval", program];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === String(2 * PART)) break;
  }
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  scene.proxy.fail(() => undefined);
  const [resume = ""] = lines;
  const before = scene.seen(isPut);
  const upload = await scene.client.upload(path, { resume });
  // The third may have arrived without its answer.
  assert.ok(scene.seen(isPut) - before <= 2);
  await assertStored(scene, upload.s3_key, path);
});

test("a file that is still being written is not sent again and again", async (t) => {
  const scene = await clientScene(t);
  const path = await film(t, 12 * MIB);
  const onProgress = ({ sentBytes }: { sentBytes: number }): void => {
    if (sentBytes > 0) appendFileSync(path, "more");
  };
  const upload = scene.client.upload(path, { partBytes: PART, partsAtOnce: 1, onProgress });
  await assert.rejects(upload, { code: "FILE_CHANGED" });
  assert.ok(scene.seen(isPut) <= 2);
});

test("what cannot be sent is said", async (t) => {
  const scene = await clientScene(t);
  const { client } = scene;
  await assert.rejects(client.upload("/nowhere/talk.mp4"), { code: "INVALID_ARGUMENT" });
  await assert.rejects(client.upload("/tmp"), { code: "INVALID_ARGUMENT" });
  const stream = Readable.from([Buffer.alloc(10)]);
  await assert.rejects(client.upload({ stream, sizeBytes: 20 }), /has 10 bytes and not the 20/);
  await assert.rejects(client.upload({ stream } as never), { code: "INVALID_ARGUMENT" });
  const path = await film(t, 6 * MIB);
  const { upload_id: resume } = await client.upload(path);
  await truncate(path, 5 * MIB);
  await assert.rejects(client.upload(path, { resume }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(client.upload(path, { resume: "upl_none" }), { code: "NOT_FOUND" });
});
