// What only a single download shows: how tries are counted, what resumes may be answered with, proxies, and a disk that is
// full. /dev/full takes no byte, as a full disk does not.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { downloadFile } from "../../../media-node/models/download-file.ts";
import {
  createModelDispatcher,
  judgeHubUrl,
  type ModelLimits,
} from "../../../media-node/models/request-model.ts";
import { startGuardedProxy } from "../../../media-node/source/guarded-proxy.ts";
import { MODEL_LIMITS } from "../../../shared/limits/models.ts";
import { readNetworkPolicy } from "../../../shared/network/network-safety.ts";
import { setEnvironment } from "../../support/environment.ts";
import { type HubOptions, modelHub } from "../../support/models/model-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WEIGHTS = Buffer.alloc(200_000, "the weights of a network, more or less ");
const TAG = '"one version"';

interface Downloading {
  readonly sizeBytes?: number | null;
  readonly limits?: Partial<ModelLimits>;
  /** What an earlier run has left. */
  readonly part?: Buffer;
  /** A name for the hub's address. */
  readonly host?: string;
}

/** A file of a hub whose options are given, and the path of its download. */
async function downloading(t: TestContext, options: Partial<HubOptions>, more: Downloading = {}) {
  const hub = await modelHub(t, { files: { "weights.bin": WEIGHTS }, ...options });
  const url = hub.url.replace("127.0.0.1", more.host ?? "127.0.0.1");
  const path = join(await temporaryFolder(t), "weights.bin");
  if (more.part !== undefined) {
    await writeFile(`${path}.part`, more.part);
    await writeFile(`${path}.part.tag`, TAG);
  }
  const limits = { ...MODEL_LIMITS, firstRetryPauseMs: 1, ...more.limits };
  const dispatcher = createModelDispatcher(limits);
  t.after(() => dispatcher.destroy());
  const download = () =>
    downloadFile({
      url: `${url}/owner/model/resolve/main/weights.bin`,
      path,
      sizeBytes: more.sizeBytes === undefined ? WEIGHTS.length : more.sizeBytes,
      dispatcher,
      signal: new AbortController().signal,
      limits,
      onProgress: hub.arrived,
    });
  return { hub, path, download };
}

test("connections that bring something begin the count of tries anew", async (t) => {
  const cuts = [50_000, 100_000, 120_000, 150_000];
  const { hub, path, download } = await downloading(t, { cuts }, { limits: { fruitlessTries: 2 } });
  await download();
  assert.deepEqual(
    hub.gets().map(({ range }) => range),
    [undefined, ...cuts.map((cut) => `bytes=${cut}-`)],
  );
  assert.deepEqual(await readFile(path), WEIGHTS);
  assert.deepEqual(await readdir(dirname(path)), ["weights.bin"]);
});

test("as many connections in a row that bring nothing as are allowed end a download", async (t) => {
  const cuts = [0, 0, 50_000, 50_000, 50_000, 50_000];
  const { hub, download } = await downloading(t, { cuts }, { limits: { fruitlessTries: 3 } });
  const host = new URL(hub.url).host;
  await assert.rejects(download(), {
    code: "UNAVAILABLE",
    retryable: true,
    message: new RegExp(`^The connection to ${host} failed `),
  });
  assert.equal(hub.gets().length, cuts.length);
});

test("a server that has not sent anything yet is asked again too", async (t) => {
  const intercept: HubOptions["intercept"] = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  const { hub, download } = await downloading(t, { intercept }, { limits: { fruitlessTries: 3 } });
  await assert.rejects(download(), { code: "UNAVAILABLE", retryable: true, message: /answered 503\.$/ });
  assert.equal(hub.gets().length, 3);
});

test("a resume that is answered with another part is not pasted in, and not tried again", async (t) => {
  const intercept: HubOptions["intercept"] = (_request, response) => {
    response.writeHead(206, { "content-range": `bytes 0-199999/${WEIGHTS.length}` }).end(WEIGHTS);
    return true;
  };
  const part = WEIGHTS.subarray(0, 50_000);
  const { hub, path, download } = await downloading(t, { intercept }, { part });
  const message = /weights\.bin sent another part than the one that was asked for\.$/;
  await assert.rejects(download(), { code: "UNAVAILABLE", retryable: false, message });
  assert.equal(hub.gets().length, 1);
  assert.deepEqual(await readFile(`${path}.part`), part);
});

/** Answers resumes of a file that has no byte left to send. */
const refuseRanges: HubOptions["intercept"] = (request: IncomingMessage, response) => {
  if (request.headers.range === undefined) return false;
  response.writeHead(416, { "content-range": `bytes */${WEIGHTS.length}` }).end();
  return true;
};

test("a part to which no byte is missing is the file", async (t) => {
  const { hub, path, download } = await downloading(t, { intercept: refuseRanges }, { part: WEIGHTS });
  await download();
  assert.equal(hub.gets().length, 1);
  assert.deepEqual(await readFile(path), WEIGHTS);
  assert.deepEqual(await readdir(dirname(path)), ["weights.bin"]);
});

test("a part that is longer than the file has become is fetched from its beginning", async (t) => {
  const part = Buffer.alloc(WEIGHTS.length + 1);
  const { hub, path, download } = await downloading(t, { intercept: refuseRanges }, { part });
  await download();
  assert.deepEqual(
    hub.gets().map(({ range }) => range),
    ["bytes=200001-", undefined],
  );
  assert.deepEqual(await readFile(path), WEIGHTS);
});

test("a part whose version nobody noted is fetched from its beginning", async (t) => {
  const { hub, path, download } = await downloading(t, {});
  await writeFile(`${path}.part`, "of some version");
  await download();
  assert.equal(hub.gets()[0]?.range, undefined);
  assert.deepEqual(await readFile(path), WEIGHTS);
});

test("a connection that falls silent is given up after the idle bound", async (t) => {
  const intercept: HubOptions["intercept"] = (_request, response) => {
    response.writeHead(200, { "content-length": WEIGHTS.length }).write("x");
    return true;
  };
  const limits = { idleTimeoutMs: 3_000, fruitlessTries: 1 };
  const { download } = await downloading(t, { intercept }, { limits });
  await assert.rejects(download(), { retryable: true, message: /failed \(UND_ERR_BODY_TIMEOUT\)\.$/ });
});

test("a server that sends more than the file has is cut", async (t) => {
  const intercept: HubOptions["intercept"] = (_request, response) => {
    response.write(WEIGHTS);
    return true;
  };
  const { hub, download } = await downloading(t, { intercept }, { sizeBytes: 50_000 });
  await assert.rejects(download(), { retryable: false, message: /weights\.bin is larger than 0 MiB\.$/ });
  assert.equal(hub.gets().length, 1);
});

test("a file that ends before its known size is fetched again, be no size announced", async (t) => {
  let asked = 0;
  const intercept: HubOptions["intercept"] = (_request, response) => {
    asked += 1;
    response.write(WEIGHTS.subarray(0, 50_000));
    response.end();
    return true;
  };
  const { download } = await downloading(t, { intercept }, { limits: { fruitlessTries: 1 } });
  const message = /weights\.bin broke off after 50000 of 200000 bytes\.$/;
  await assert.rejects(download(), { retryable: true, message });
  assert.equal(asked, 2);
});

test("a redirect to another scheme or to nonsense is not followed", async (t) => {
  for (const location of ["file:///etc/passwd", "http://"]) {
    const intercept: HubOptions["intercept"] = (_request, response) => {
      response.writeHead(302, { location }).end();
      return true;
    };
    const { hub, download } = await downloading(t, { intercept });
    await assert.rejects(download(), {
      retryable: false,
      message: /redirects to an address that is none\.$/,
    });
    assert.equal(hub.gets().length, 1);
  }
});

test("a redirect from a protected to an unprotected address is not followed", () => {
  const from = new URL("https://hub.test/weights.bin");
  assert.equal(judgeHubUrl("/storage", from).href, "https://hub.test/storage");
  assert.throws(() => judgeHubUrl("http://hub.test/storage", from), {
    code: "UNAVAILABLE",
    retryable: false,
    message: "https://hub.test/weights.bin redirects to an unprotected address, which is not followed.",
  });
});

test("a machine's proxy is used, and not for the hosts that it is not for", async (t) => {
  const names: string[] = [];
  const proxy = await startGuardedProxy({
    policy: readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8" }),
    maxBytes: 10 * WEIGHTS.length,
    connectTimeoutMs: MODEL_LIMITS.connectTimeoutMs,
    idleTimeoutMs: MODEL_LIMITS.idleTimeoutMs,
    rateWindowMs: 60_000,
    minWindowBytes: 1,
    resolve: async (name) => {
      names.push(name);
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  t.after(() => proxy.close());
  setEnvironment(t, { http_proxy: proxy.url, no_proxy: "127.0.0.1" });
  const near = await downloading(t, {});
  await near.download();
  assert.deepEqual(names, []);
  const far = await downloading(t, {}, { host: "hub.test" });
  await far.download();
  assert.deepEqual(names, ["hub.test"]);
  assert.deepEqual(await readFile(far.path), WEIGHTS);
});

const skip = existsSync("/dev/full") ? false : "this system has no /dev/full";

test("a full disk is told as such, and not tried again", { skip }, async (t) => {
  const hub = await modelHub(t, { files: { "model.onnx": Buffer.alloc(1_000, "x") } });
  const path = join(await temporaryFolder(t), "model.onnx");
  await symlink("/dev/full", `${path}.part`);
  const dispatcher = createModelDispatcher(MODEL_LIMITS);
  t.after(() => dispatcher.destroy());
  const download = downloadFile({
    url: `${hub.url}/owner/model/resolve/main/model.onnx`,
    path,
    sizeBytes: 1_000,
    dispatcher,
    signal: new AbortController().signal,
    limits: { ...MODEL_LIMITS, firstRetryPauseMs: 1 },
    onProgress: () => undefined,
  });
  await assert.rejects(download, { code: "UNAVAILABLE", retryable: false, message: /The disk is full/ });
  assert.equal(hub.gets().length, 1);
});
