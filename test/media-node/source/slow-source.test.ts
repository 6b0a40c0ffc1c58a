// Servers that never fall silent, and yet send next to nothing.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { ProxyAgent, request } from "undici";
import { type FetchRanges, fetchRanges } from "../../../media-node/source/fetch-ranges.ts";
import { type GuardedProxy, startGuardedProxy } from "../../../media-node/source/guarded-proxy.ts";
import { RANGED_READ_LIMITS } from "../../../shared/limits/sources.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { localServer } from "../../support/local-server.ts";
import { assertFetchFails, QUICK } from "../../support/media-node/sources/fetching.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Long enough for silence, so that what ends these is that too little comes. */
const LIMITS = { ...QUICK, idleTimeoutMs: 60_000, rateWindowMs: 200, minWindowBytes: 100_000 };
const TOO_SLOW = { code: "SOURCE_UNREACHABLE", retryable: true, message: /sends too slowly: less than/ };

/** Sends a byte now and then, each a window of the clock after the one before. */
function drip(response: ServerResponse, clock = { ms: 0 }): void {
  const timer = setInterval(() => {
    clock.ms += LIMITS.rateWindowMs;
    response.write("x");
  }, 10);
  response.on("close", () => clearInterval(timer));
}

/** Reads addresses whole through a proxy, over one connection to each server. */
function readerThrough(t: TestContext, proxy: GuardedProxy, proxyTunnel: boolean) {
  const { origin, username, password } = new URL(proxy.url);
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const dispatcher = new ProxyAgent({ uri: origin, token, proxyTunnel, connections: 1 });
  t.after(() => dispatcher.destroy());
  return async (url: string): Promise<string> => await (await request(url, { dispatcher })).body.text();
}

test("a source that drips is given up once a window has brought too little, and not resumed", async (t) => {
  let requests = 0;
  const answer = (_request: IncomingMessage, response: ServerResponse): void => {
    requests += 1;
    drip(response.writeHead(200, { etag: '"v1"', "content-length": 1_000_000 }));
  };
  await assertFetchFails(t, answer, TOO_SLOW, { limits: LIMITS });
  assert.equal(requests, 1);
});

test("a source that sends interim answers instead of its answer is given up after a few", async (t) => {
  const answer = (_request: IncomingMessage, response: ServerResponse): void => {
    const timer = setInterval(() => response.writeEarlyHints({ link: "</style.css>; rel=preload" }), 5);
    response.on("close", () => clearInterval(timer));
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: true, message: /did not answer in time/ };
  await assertFetchFails(t, answer, expected, { limits: { ...LIMITS, downloadTimeoutMs: 20_000 } });
});

test("a source whose ranges drip is given up, and not read whole behind them", async (t) => {
  const totalBytes = 2 * RANGED_READ_LIMITS.minSourceBytes;
  const server = await localServer(t, ({ headers }, response) => {
    const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const range = `bytes ${first}-${last}/${totalBytes}`;
    response.writeHead(206, { etag: '"v1"', "content-range": range });
    if (first === last) response.end("x");
    else drip(response);
  });
  const scratchFolder = await temporaryFolder(t);
  const fetch: FetchRanges = {
    source: { kind: "url", url: `${server.url}/film.mp4` },
    span: { startS: 0, endS: 10 },
    storage: createFileStorage(await temporaryFolder(t)),
    scratchFolder,
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    limits: LIMITS,
  };
  await assert.rejects(fetchRanges(fetch), TOO_SLOW);
  assert.deepEqual(await readdir(scratchFolder), []);
});

/** A proxy whose windows pass by a clock of the test's. */
async function proxyAt(t: TestContext, clock: { ms: number }): Promise<GuardedProxy> {
  const proxy = await startGuardedProxy({
    ...LIMITS,
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" }),
    maxBytes: 10_000_000,
    now: () => clock.ms,
  });
  t.after(() => proxy.close());
  return proxy;
}

for (const proxyTunnel of [true, false]) {
  const way = proxyTunnel ? "by a tunnel" : "by forwarded requests";

  test(`${way}, a web page's video that drips is cut, and so is all that comes after it`, async (t) => {
    const clock = { ms: 0 };
    const server = await localServer(t, ({ url }, response) => {
      if (url === "/slow") drip(response, clock);
      else response.end("at once");
    });
    const proxy = await proxyAt(t, clock);
    const read = readerThrough(t, proxy, proxyTunnel);
    assert.equal(await read(`${server.url}/other`), "at once");
    await assert.rejects(read(`${server.url}/slow`));
    await assert.rejects(read(`${server.url}/other`));
    assert.match(proxy.tooSlow?.message ?? "", TOO_SLOW.message);
  });

  test(`${way}, a connection that carries little beside one that brings enough is not cut`, async (t) => {
    const clock = { ms: 0 };
    const serve = (sizeBytes: number) =>
      localServer(t, (_request, response) => {
        clock.ms += LIMITS.rateWindowMs / 4;
        response.end(Buffer.alloc(sizeBytes, "x"));
      });
    const [keys, segments] = await Promise.all([serve(16), serve(2 * LIMITS.minWindowBytes)]);
    const proxy = await proxyAt(t, clock);
    const read = readerThrough(t, proxy, proxyTunnel);
    for (let count = 0; count < 8; count += 1) {
      assert.equal((await read(keys.url)).length, 16);
      assert.equal((await read(segments.url)).length, 2 * LIMITS.minWindowBytes);
    }
    assert.equal(proxy.tooSlow, undefined);
  });
}

test("time in which nothing is asked for counts for no window", async (t) => {
  const clock = { ms: 0 };
  const server = await localServer(t, (_request, response) => response.end("at once"));
  const proxy = await proxyAt(t, clock);
  const read = readerThrough(t, proxy, true);
  for (let count = 0; count < 3; count += 1) {
    assert.equal(await read(server.url), "at once");
    clock.ms += 10 * LIMITS.rateWindowMs;
  }
  assert.deepEqual([server.connections(), proxy.tooSlow], [1, undefined]);
});
