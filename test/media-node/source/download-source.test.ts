import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { test } from "node:test";
import { NodeLack } from "../../../shared/node-lack.ts";
import { localServer } from "../../support/local-server.ts";
import { assertFetchFails, fetching, QUICK, VIDEO } from "../../support/media-node/sources/fetching.ts";
import { smallDisk } from "../../support/storage/small-disk.ts";

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

interface Validators {
  readonly etag?: string;
  readonly "last-modified"?: string;
}

/**
 * Serves VIDEO with ranges and cuts the nth connection once the client has as many bytes as `cuts` says, which it
 * learns from the client's progress; each cut is a whole percent of VIDEO, since progress comes in percents.
 */
function breakingServer(cuts: readonly number[], validators: Validators) {
  const ranges: (string | undefined)[] = [];
  let breakOff: (receivedBytes: number) => void = () => undefined;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { range } = request.headers;
    const cut = cuts[ranges.length];
    ranges.push(range);
    const valid = request.headers["if-range"] === (validators.etag ?? validators["last-modified"]);
    const start = range !== undefined && valid ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0;
    const contentRange = { "content-range": `bytes ${start}-${VIDEO.length - 1}/${VIDEO.length}` };
    const headers = { ...validators, "content-length": VIDEO.length - start };
    response.writeHead(start > 0 ? 206 : 200, { ...headers, ...(start > 0 ? contentRange : {}) });
    breakOff = (receivedBytes) => receivedBytes === cut && response.destroy();
    if (cut === undefined) response.end(VIDEO.subarray(start));
    else if (cut > start) response.write(VIDEO.subarray(start, cut));
    else response.destroy();
  };
  const onProgress = (fraction: number): void => breakOff(Math.round(fraction * VIDEO.length));
  return { answer, ranges, onProgress };
}

test("a URL is downloaded whole, with rising progress to 1", async (t) => {
  const fractions: number[] = [];
  const server = await localServer(t, (_request, response) => {
    response.setHeader("content-length", VIDEO.length).end(VIDEO);
  });
  const { fetch } = await fetching(t, { onProgress: (fraction) => fractions.push(fraction) });
  const { path, sizeBytes } = await fetch(`${server.url}/video.mp4`);
  assert.equal(sizeBytes, VIDEO.length);
  assert.equal(sha256(await readFile(path)), sha256(VIDEO));
  assert.deepEqual(
    fractions,
    [...fractions].sort((a, b) => a - b),
  );
  assert.equal(fractions.at(-1), 1);
});

test("a URL without an announced length is downloaded without progress", async (t) => {
  const fractions: number[] = [];
  const server = await localServer(t, (_request, response) => {
    response.write(VIDEO.subarray(0, 1_000));
    response.end(VIDEO.subarray(1_000));
  });
  const { fetch } = await fetching(t, { onProgress: (fraction) => fractions.push(fraction) });
  assert.equal((await fetch(server.url)).sizeBytes, VIDEO.length);
  assert.deepEqual(fractions, []);
});

test("a source that fills our disk is no fault of the source, and not fetched again here", async (t) => {
  const scratchFolder = await smallDisk(t, 1);
  if (scratchFolder === undefined) return;
  let requests = 0;
  const server = await localServer(t, (_request, response) => {
    requests += 1;
    response.write(Buffer.alloc(1_000));
    response.end(Buffer.alloc(2_000_000));
  });
  const { fetch } = await fetching(t, { scratchFolder });
  const failure = await fetch(server.url).catch((error: unknown) => error);
  assert.ok(failure instanceof NodeLack && failure.lack === "space", String(failure));
  assert.equal(requests, 1);
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("a source that announces more than our disk has room for is not begun", async (t) => {
  const scratchFolder = await smallDisk(t, 1);
  if (scratchFolder === undefined) return;
  const server = await localServer(t, (_request, response) => {
    response.setHeader("content-length", 2_000_000).end(Buffer.alloc(2_000_000));
  });
  const fractions: number[] = [];
  const { fetch } = await fetching(t, { scratchFolder, onProgress: (fraction) => fractions.push(fraction) });
  await assert.rejects(fetch(server.url), (error) => error instanceof NodeLack && error.lack === "space");
  assert.deepEqual(fractions, []);
});

test("a source that announces more than the disk has beside what must stay free is not begun", async (t) => {
  const scratchFolder = await smallDisk(t, 4);
  if (scratchFolder === undefined) return;
  const server = await localServer(t, (_request, response) => {
    response.setHeader("content-length", 2_000_000).end(Buffer.alloc(2_000_000));
  });
  const fractions: number[] = [];
  const limits = { diskFloorBytes: 3_000_000 };
  const onProgress = (fraction: number): number => fractions.push(fraction);
  const { fetch } = await fetching(t, { scratchFolder, limits, onProgress });
  await assert.rejects(fetch(server.url), (error) => error instanceof NodeLack && error.lack === "space");
  assert.deepEqual(fractions, []);
});

test("a source that does not say how much will come ends where the rest of the disk must stay free", async (t) => {
  const scratchFolder = await smallDisk(t, 4);
  if (scratchFolder === undefined) return;
  const server = await localServer(t, (_request, response) => {
    response.write(Buffer.alloc(2_000_000));
  });
  const limits = { diskFloorBytes: 3_000_000, roomLookMs: 10, idleTimeoutMs: 600_000 };
  const { fetch } = await fetching(t, { scratchFolder, limits });
  await assert.rejects(fetch(server.url), (error) => error instanceof NodeLack && error.lack === "space");
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("a source that announces too many bytes is not read", async (t) => {
  const answer: RequestListener = (_request, response) => {
    response.setHeader("content-length", 1_001);
    response.flushHeaders();
  };
  const expected = { code: "SOURCE_TOO_LARGE", retryable: false, message: /larger than/ };
  await assertFetchFails(t, answer, expected, { limits: { bytes: 1_000 } });
});

test("a source that sends too many bytes unannounced is cut", async (t) => {
  const closed = Promise.withResolvers<void>();
  const answer: RequestListener = (_request, response) => {
    response.on("close", () => closed.resolve());
    const send = (): void => {
      while (!response.destroyed && response.write(VIDEO));
      response.once("drain", send);
    };
    send();
  };
  const expected = { code: "SOURCE_TOO_LARGE", retryable: false, message: /larger than/ };
  await assertFetchFails(t, answer, expected, { limits: { bytes: 500_000 } });
  await closed.promise;
});

test("a source that never answers is given up after the idle bound", async (t) => {
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /did not answer in time/ };
  await assertFetchFails(t, () => undefined, expected);
});

test("a source that falls silent in the middle is resumed, then given up", async (t) => {
  let requests = 0;
  const answer: RequestListener = (_request, response) => {
    requests += 1;
    response.setHeader("content-length", VIDEO.length).write(VIDEO.subarray(0, 1_000));
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /did not answer in time/ };
  await assertFetchFails(t, answer, expected, { limits: { resumes: 1 } });
  assert.equal(requests, 2);
});

test("a source that drips for ever is given up after the total bound", async (t) => {
  const answer: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /took too long/ };
  await assertFetchFails(t, answer, expected, { limits: { downloadTimeoutMs: 400, idleTimeoutMs: 60_000 } });
});

test("a broken connection is resumed where it broke, by entity tag or date", async (t) => {
  for (const validators of [{ etag: '"v1"' }, { "last-modified": "Fri, 20 Nov 2026 12:00:00 GMT" }]) {
    const { answer, ranges, onProgress } = breakingServer([99_000, 150_000, 0], validators);
    const server = await localServer(t, answer);
    const { fetch } = await fetching(t, { onProgress });
    const { path, sizeBytes } = await fetch(server.url);
    assert.equal(sizeBytes, VIDEO.length);
    assert.equal(sha256(await readFile(path)), sha256(VIDEO));
    assert.deepEqual(ranges, [undefined, "bytes=99000-", "bytes=150000-", "bytes=150000-"]);
  }
});

test("a broken connection of a file that has changed is begun anew", async (t) => {
  const old = breakingServer([150_000], { etag: '"v1"' });
  const changed = breakingServer([], { etag: '"v2"' });
  const server = await localServer(t, (request, response) => {
    if (old.ranges.length === 0) old.answer(request, response);
    else changed.answer(request, response);
  });
  const { fetch } = await fetching(t, { onProgress: old.onProgress });
  assert.equal(sha256(await readFile((await fetch(server.url)).path)), sha256(VIDEO));
  assert.deepEqual(changed.ranges, ["bytes=150000-"]);
});

test("a broken connection of a file without a strong validator is begun anew", async (t) => {
  for (const validators of [{}, { etag: 'W/"v1"' }]) {
    const { answer, ranges, onProgress } = breakingServer([150_000], validators);
    const server = await localServer(t, answer);
    const { fetch } = await fetching(t, { onProgress });
    assert.equal(sha256(await readFile((await fetch(server.url)).path)), sha256(VIDEO));
    assert.deepEqual(ranges, [undefined, undefined]);
  }
});

test("a connection that breaks too often is given up, worth another try later", async (t) => {
  const { answer, ranges, onProgress } = breakingServer([3_000, 6_000, 9_000, 12_000], { etag: '"v1"' });
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /broke off/ };
  await assertFetchFails(t, answer, expected, { onProgress });
  assert.equal(ranges.length, 1 + QUICK.resumes);
});

test("a resume that is answered with another part is not pasted in", async (t) => {
  const first = breakingServer([150_000], { etag: '"v1"' });
  const answer: RequestListener = (request, response) => {
    const range = `bytes 0-${VIDEO.length - 1}/${VIDEO.length}`;
    if (request.headers.range === undefined) first.answer(request, response);
    else response.writeHead(206, { "content-range": range }).end(VIDEO);
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /another part/ };
  await assertFetchFails(t, answer, expected, { onProgress: first.onProgress });
});

test("another part is asked for as often as a broken connection", async (t) => {
  const first = breakingServer([150_000], { etag: '"v1"' });
  let resumes = 0;
  const answer: RequestListener = (request, response) => {
    if (first.ranges.length === 0) return first.answer(request, response);
    resumes += 1;
    response.writeHead(206, { "content-range": `bytes 0-299999/${VIDEO.length}` }).end(VIDEO);
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /another part/ };
  await assertFetchFails(t, answer, expected, { onProgress: first.onProgress });
  assert.equal(resumes, QUICK.resumes);
});

test("a broken connection of a file that has become shorter is begun anew", async (t) => {
  const first = breakingServer([150_000], { etag: '"v1"' });
  const short = VIDEO.subarray(0, 1_000);
  const server = await localServer(t, (request, response) => {
    if (first.ranges.length === 0) first.answer(request, response);
    else if (request.headers.range === undefined) response.end(short);
    else response.writeHead(416, { "content-range": "bytes */1000" }).end();
  });
  const { fetch } = await fetching(t, { onProgress: first.onProgress });
  assert.deepEqual(await readFile((await fetch(server.url)).path), short);
});

test("a source that has sent nothing yet is asked once, and left to a later run", async (t) => {
  let requests = 0;
  const answer: RequestListener = (_request, response) => {
    requests += 1;
    response.writeHead(503).end();
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /answered 503/ };
  await assertFetchFails(t, answer, expected);
  assert.equal(requests, 1);
});

test("an abort ends the download with its own reason and leaves nothing", async (t) => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const answer: RequestListener = (_request, response) => {
    response.setHeader("content-length", VIDEO.length).write(VIDEO.subarray(0, 1_000));
  };
  const server = await localServer(t, answer);
  const onProgress = () => controller.abort(reason);
  const { fetch, scratchFolder } = await fetching(t, { signal: controller.signal, onProgress });
  await assert.rejects(fetch(server.url), reason);
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("an abort during the pause before a resume does not wait for its end", {
  timeout: 60_000,
}, async (t) => {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  const { answer, onProgress } = breakingServer([150_000], { etag: '"v1"' });
  const server = await localServer(t, (request, response) => {
    // The client needs a moment to notice the break and begin its pause.
    response.on("close", () => setTimeout(() => controller.abort(reason), 100));
    answer(request, response);
  });
  const limits = { firstResumePauseMs: 600_000 };
  const { fetch } = await fetching(t, { signal: controller.signal, onProgress, limits });
  await assert.rejects(fetch(server.url), reason);
});
