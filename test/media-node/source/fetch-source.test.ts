import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer } from "node:net";
import { test } from "node:test";
import { fetchSource } from "../../../media-node/source/fetch-source.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import type { Resolver } from "../../../shared/network/resolve-name.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { localServer } from "../../support/local-server.ts";
import { assertFetchFails, fetching, QUICK, VIDEO } from "../../support/media-node/sources/fetching.ts";
import { storageWith } from "../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("an upload is located in the storage and not copied", async (t) => {
  const root = await temporaryFolder(t);
  const storage = createFileStorage(root);
  await storage.write("uploads/u1", "video");
  const scratchFolder = await temporaryFolder(t);
  const fetched = await fetchSource({
    source: { kind: "upload", storageKey: "uploads/u1" },
    storage,
    scratchFolder,
    policy: readNetworkPolicy({}),
    limits: QUICK,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  assert.deepEqual(fetched, { path: `${root}/uploads/u1`, sizeBytes: 5 });
  assert.deepEqual(await readdir(scratchFolder), []);
});

test("an upload beyond the bound of sources is refused before its storage is asked for it", async (t) => {
  const kept = createFileStorage(await temporaryFolder(t));
  await kept.write("uploads/u1", "x".repeat(65));
  const storage = storageWith(kept, { localPath: () => assert.fail("it must not be fetched") });
  const fetching = fetchSource({
    source: { kind: "upload", storageKey: "uploads/u1" },
    storage,
    scratchFolder: await temporaryFolder(t),
    policy: readNetworkPolicy({}),
    limits: { ...QUICK, bytes: 64 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await assert.rejects(fetching, { code: "SOURCE_TOO_LARGE", retryable: false });
});

test("an upload that is gone is not tried again", async (t) => {
  const { fetch } = await fetching(t);
  await assert.rejects(fetch({ kind: "upload", storageKey: "uploads/gone" }), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /uploaded file is not there/,
  });
});

test("statuses below 500 are final and named, save those that ask for patience", async (t) => {
  for (const [status, retryable] of [
    [404, false],
    [403, false],
    [410, false],
    [304, false],
    [429, true],
  ] as const) {
    const expected = {
      code: "SOURCE_UNREACHABLE",
      retryable,
      message: new RegExp(`^The source answered ${status}\\.$`),
    };
    await assertFetchFails(t, (_request, response) => response.writeHead(status).end(), expected);
  }
});

test("statuses from 500 on are worth another try", async (t) => {
  for (const status of [500, 503]) {
    const expected = {
      code: "SOURCE_UNREACHABLE",
      retryable: true,
      message: new RegExp(`^The source answered ${status}\\.$`),
    };
    await assertFetchFails(t, (_request, response) => response.writeHead(status).end(), expected);
  }
});

test("an empty file is unsupported", async (t) => {
  const expected = { code: "SOURCE_UNSUPPORTED", retryable: false, message: /empty/ };
  await assertFetchFails(t, (_request, response) => response.end(), expected);
});

test("a web page cannot be reached without yt-dlp, and is said to be one", async (t) => {
  const answer: RequestListener = (_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end("<html></html>");
  };
  const expected = { code: "SOURCE_UNREACHABLE", retryable: false, message: /web page and not a video file/ };
  await assertFetchFails(t, answer, expected);
});

test("redirects are followed, relative ones too", async (t) => {
  const server = await localServer(t, (request, response) => {
    if (request.url === "/start") response.writeHead(302, { location: "next?a=b" }).end("elsewhere");
    else if (request.url === "/next?a=b")
      response.writeHead(308, { location: `http://${request.headers.host}/end` }).end();
    else response.end(VIDEO);
  });
  const { fetch } = await fetching(t);
  assert.equal((await fetch(`${server.url}/start`)).sizeBytes, VIDEO.length);
});

test("a redirect loop ends after as many redirects as are allowed", async (t) => {
  let requests = 0;
  const answer: RequestListener = (_request, response) => {
    requests += 1;
    response.writeHead(301, { location: "/again" }).end();
  };
  await assertFetchFails(t, answer, {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /redirects too often/,
  });
  assert.equal(requests, QUICK.redirects + 1);
});

test("a redirect to a refused address is not followed", async (t) => {
  const locations = [
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:10.0.0.1]/",
    "//192.168.0.1/x",
  ];
  for (const location of locations) {
    const expected = {
      code: "SOURCE_UNREACHABLE",
      retryable: false,
      message: /cannot be followed\. The URL has the host .* is not allowed/,
    };
    await assertFetchFails(t, (_request, response) => response.writeHead(302, { location }).end(), expected);
  }
});

test("a redirect to another scheme or to nonsense is not followed", async (t) => {
  for (const location of [
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "http://",
    "http://user:pass@127.0.0.1/",
  ]) {
    const expected = { code: "SOURCE_UNREACHABLE", retryable: false, message: /^The source redirects to a / };
    await assertFetchFails(t, (_request, response) => response.writeHead(302, { location }).end(), expected);
  }
});

test("a refused address is never dialled, however its name resolved before", async (t) => {
  const first = await localServer(t, (_request, response) => {
    response.writeHead(302, { location: "/again", connection: "close" }).end();
  });
  const second = await localServer(t, (_request, response) => response.end(VIDEO), {
    host: "127.0.0.2",
    port: first.port,
  });
  const answers = ["127.0.0.1", "127.0.0.2"];
  const resolve: Resolver = async () => [{ address: answers.shift() ?? "127.0.0.2", family: 4 }];
  const { fetch } = await fetching(t, { allow: "127.0.0.1", resolve });
  await assert.rejects(fetch(`http://rebind.test:${first.port}/`), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /^The host rebind.test resolves to a loopback address, which is not allowed unless /,
  });
  assert.equal(first.connections(), 1);
  assert.equal(second.connections(), 0);
});

test("a URL that is refused itself is never dialled", async (t) => {
  const server = await localServer(t, (_request, response) => response.end(VIDEO));
  const { fetch } = await fetching(t, { allow: "10.0.0.0/8" });
  await assert.rejects(fetch(server.url), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: /loopback/,
  });
  assert.equal(server.connections(), 0);
});

test("a name that does not resolve is worth another try", async (t) => {
  const resolve: Resolver = () =>
    Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND", syscall: "queryA" }));
  const { fetch } = await fetching(t, { resolve });
  await assert.rejects(fetch("http://nowhere.test/"), {
    code: "SOURCE_UNREACHABLE",
    retryable: true,
    message: /host name/,
  });
});

test("a refused connection is worth another try", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  server.close();
  await once(server, "close");
  const { fetch } = await fetching(t);
  await assert.rejects(fetch(`http://127.0.0.1:${address.port}/`), {
    code: "SOURCE_UNREACHABLE",
    retryable: true,
    message: /refused/,
  });
});
