// Pulls from a hub on a loopback address, with pauses that are short enough for tests.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { CatalogueEntry } from "../../../media-node/models/catalogue/catalogue-entry.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { type Pull, pullBundle } from "../../../media-node/models/pull-bundle.ts";
import { openStagingFolder } from "../../../media-node/models/staging-folder.ts";
import { hubEntry, modelHub, sha256 } from "../../support/models/model-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WEIGHTS = Buffer.alloc(200_000, "the weights of a network, more or less ");
const CONFIG = Buffer.from('{"model_type": "test"}');
const FILES = { "config.json": CONFIG, "onnx/model.onnx": WEIGHTS };
const ENTRY = hubEntry(FILES);

async function pulling(t: TestContext, url: string, options: Partial<Pull> = {}) {
  const modelsDir = join(await temporaryFolder(t), "models");
  const totals: number[] = [];
  const pull = (entry: CatalogueEntry = ENTRY, more: Partial<Pull> = {}) =>
    pullBundle({
      entry,
      modelsDir,
      mirror: url,
      signal: new AbortController().signal,
      onProgress: ({ receivedBytes }) => totals.push(receivedBytes),
      ...options,
      ...more,
      limits: { firstRetryPauseMs: 1, ...options.limits },
    });
  return { modelsDir, totals, pull };
}

test("a model is fetched through the hub's redirects, verified, and installed with its manifest", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { modelsDir, totals, pull } = await pulling(t, hub.url);
  const pulled = await pull();
  assert.deepEqual(pulled, {
    name: "test-model",
    folder: join(modelsDir, "test-model"),
    wasInstalled: false,
    recorded: [],
  });
  assert.deepEqual(await readdir(modelsDir), ["test-model"], "nothing else is left in the folder");
  const { manifest } = await readBundle(pulled.folder);
  assert.deepEqual(manifest.files, [
    { path: "config.json", sizeBytes: CONFIG.length, sha256: sha256(CONFIG) },
    { path: "onnx/model.onnx", sizeBytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
  ]);
  assert.deepEqual([manifest.version, manifest.priority, manifest.license], ["abc123", 7, "MIT"]);
  assert.deepEqual(await readFile(join(pulled.folder, "onnx/model.onnx")), WEIGHTS);
  assert.deepEqual(
    totals,
    [...totals].sort((a, b) => a - b),
  );
  assert.equal(totals.at(-1), CONFIG.length + WEIGHTS.length);
  assert.equal(hub.requests[0]?.path, "/owner/model/resolve/abc123/config.json");
});

test("an installed model is not fetched again unless it is forced", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { pull } = await pulling(t, hub.url);
  await pull();
  const before = hub.requests.length;
  assert.equal((await pull()).wasInstalled, true);
  assert.equal(hub.requests.length, before);
  assert.equal((await pull(ENTRY, { force: true })).wasInstalled, false);
});

test("an installed model with a file that was cut short is fetched again", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { pull } = await pulling(t, hub.url);
  const { folder } = await pull();
  await writeFile(join(folder, "onnx/model.onnx"), "short");
  assert.equal((await pull()).wasInstalled, false);
  assert.deepEqual(await readFile(join(folder, "onnx/model.onnx")), WEIGHTS);
});

test("a connection that breaks goes on behind the bytes that have arrived", async (t) => {
  const hub = await modelHub(t, { files: { "onnx/model.onnx": WEIGHTS }, cuts: [50_000, 120_000] });
  const { pull } = await pulling(t, hub.url, {
    onProgress: ({ receivedBytes }) => hub.arrived(receivedBytes),
  });
  const { folder } = await pull(hubEntry({ "onnx/model.onnx": WEIGHTS }));
  assert.deepEqual(
    hub.gets().map(({ range }) => range),
    [undefined, "bytes=50000-", "bytes=120000-"],
  );
  assert.deepEqual(await readFile(join(folder, "onnx/model.onnx")), WEIGHTS);
});

test("a later pull goes on where an earlier one had to give up", async (t) => {
  const files = { "onnx/model.onnx": WEIGHTS };
  const hub = await modelHub(t, { files, cuts: [50_000, 0] });
  const { modelsDir, pull } = await pulling(t, hub.url, {
    limits: { fruitlessTries: 1 },
    onProgress: ({ receivedBytes }) => hub.arrived(receivedBytes),
  });
  await assert.rejects(pull(hubEntry(files)), { code: "UNAVAILABLE" });
  assert.equal((await readdir(modelsDir)).includes("test-model"), false);
  await pull(hubEntry(files));
  assert.equal(hub.gets().at(-1)?.range, "bytes=50000-");
});

test("a file that has changed since the connection broke is fetched from its beginning", async (t) => {
  const files: Record<string, Buffer> = { "onnx/model.onnx": Buffer.alloc(200_000, "an older version ") };
  const hub = await modelHub(t, { files, cuts: [50_000] });
  const { pull } = await pulling(t, hub.url, {
    onProgress: ({ receivedBytes }) => {
      files["onnx/model.onnx"] = WEIGHTS;
      hub.arrived(receivedBytes);
    },
  });
  const { folder } = await pull(hubEntry({ "onnx/model.onnx": WEIGHTS }));
  assert.deepEqual(await readFile(join(folder, "onnx/model.onnx")), WEIGHTS);
});

test("a file that has changed since the connection broke is held to what the server announces of it now", async (t) => {
  const files: Record<string, Buffer> = { "onnx/model.onnx": Buffer.alloc(200_000, "an older version ") };
  const hub = await modelHub(t, { files, cuts: [50_000] });
  const { pull } = await pulling(t, hub.url, {
    onProgress: ({ receivedBytes }) => {
      files["onnx/model.onnx"] = WEIGHTS;
      hub.arrived(receivedBytes);
    },
  });
  const { folder } = await pull(hubEntry({ "onnx/model.onnx": WEIGHTS }, { pinned: false }));
  assert.deepEqual(await readFile(join(folder, "onnx/model.onnx")), WEIGHTS);
});

test("a file with another hash than the catalogue's is refused, and nothing of it is kept", async (t) => {
  const other = Buffer.from(WEIGHTS);
  other[100] = 0;
  const hub = await modelHub(t, { files: { ...FILES, "onnx/model.onnx": other } });
  const { modelsDir, pull } = await pulling(t, hub.url);
  await assert.rejects(pull(), {
    code: "UNAVAILABLE",
    message: /the catalogue says .*Nothing was installed/,
  });
  const left = await readdir(modelsDir, { recursive: true });
  assert.deepEqual(
    left.filter((path) => path.includes("model.onnx") || path === "test-model"),
    [],
  );
});

test("a file with another size than the catalogue's is refused before it is fetched", async (t) => {
  const hub = await modelHub(t, { files: { ...FILES, "onnx/model.onnx": WEIGHTS.subarray(1) } });
  const { totals, pull } = await pulling(t, hub.url);
  await assert.rejects(pull(), { message: /has 199999 bytes instead of 200000/ });
  assert.equal(totals.at(-1), CONFIG.length);
});

test("what nobody has pinned is recorded, and held to what the server announces", async (t) => {
  const entry = hubEntry(FILES, { pinned: false });
  const hub = await modelHub(t, { files: FILES });
  const { pull, totals } = await pulling(t, hub.url);
  assert.deepEqual((await pull(entry)).recorded, ["config.json", "onnx/model.onnx"]);
  assert.equal(totals.at(-1), CONFIG.length + WEIGHTS.length);
  const lying = await modelHub(t, { files: FILES, announcedSha256: "0".repeat(64) });
  await assert.rejects(pull(entry, { mirror: lying.url, force: true }), {
    message: /the server announces 0000/,
  });
});

test("a whole file that an earlier pull left is held to what the server announces, and fetched anew", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  for (const pinned of [true, false]) {
    const { modelsDir, pull } = await pulling(t, hub.url);
    const staging = await openStagingFolder(modelsDir, "test-model+abc123");
    await mkdir(join(staging, "onnx"));
    // As a machine leaves them that lost its power: of their length, or cut short, and with other bytes.
    await writeFile(join(staging, "onnx/model.onnx"), Buffer.alloc(WEIGHTS.length));
    await writeFile(join(staging, "config.json"), "{}");
    const { folder } = await pull(hubEntry(FILES, { pinned }));
    assert.deepEqual(await readFile(join(folder, "onnx/model.onnx")), WEIGHTS);
    assert.deepEqual(await readFile(join(folder, "config.json")), CONFIG);
  }
});

test("a file that an earlier pull has fetched is not fetched again", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { modelsDir, pull } = await pulling(t, hub.url);
  const staging = await openStagingFolder(modelsDir, "test-model+abc123");
  await mkdir(join(staging, "onnx"));
  await writeFile(join(staging, "onnx/model.onnx"), WEIGHTS);
  await writeFile(join(staging, "config.json"), CONFIG);
  await pull(hubEntry(FILES, { pinned: false }));
  assert.deepEqual(hub.gets(), []);
});

test("refusals of the server are told with their address and not tried again", async (t) => {
  for (const [status, message] of [
    [404, /model\.onnx answered 404\.$/],
    [403, /answered 403\. Where the model's licence must be accepted first/],
  ] as const) {
    const hub = await modelHub(t, {
      files: FILES,
      intercept: (request, response) => {
        if (request.url?.endsWith(".onnx") !== true) return false;
        response.writeHead(status).end();
        return true;
      },
    });
    const { pull } = await pulling(t, hub.url);
    await assert.rejects(pull(), { code: "UNAVAILABLE", message });
    assert.deepEqual(
      hub.requests.map(({ method, path }) => [method, path.split("/").at(-1)]),
      [
        ["HEAD", "config.json"],
        ["GET", "config.json"],
        ["GET", "model.onnx"],
      ],
    );
  }
});

test("a server that is busy is tried again, and redirects without end are given up", async (t) => {
  let busy = 2;
  const hub = await modelHub(t, {
    files: FILES,
    intercept: (_request, response) => {
      busy -= 1;
      if (busy >= 0) response.writeHead(503).end();
      return busy >= 0;
    },
  });
  await (await pulling(t, hub.url)).pull();
  const circle = await modelHub(t, {
    files: FILES,
    intercept: (request, response) => {
      response.writeHead(302, { location: request.url }).end();
      return true;
    },
  });
  await assert.rejects((await pulling(t, circle.url)).pull(), { message: /redirects too often/ });
});

test("a disk without room is told before anything is fetched", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { pull } = await pulling(t, hub.url, { limits: { spareDiskBytes: 2 ** 60 } });
  await assert.rejects(pull(), { code: "UNAVAILABLE", message: /MiB free, and the model needs 1 MiB more/ });
  assert.equal(hub.gets().length, 0);
});

test("a file that is larger than any model's may be is refused", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const { pull } = await pulling(t, hub.url, { limits: { fileBytes: 100_000 } });
  await assert.rejects(pull(hubEntry(FILES, { pinned: false })), { message: /is larger than/ });
});

test("an interrupted pull ends with the reason, and installs nothing", async (t) => {
  const hub = await modelHub(t, { files: FILES });
  const stopping = new AbortController();
  const reason = new Error("enough");
  const { modelsDir, pull } = await pulling(t, hub.url, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(reason),
  });
  await assert.rejects(pull(), reason);
  assert.equal((await readdir(modelsDir)).includes("test-model"), false);
});

test("a pull that takes too long ends, and may be run again", async (t) => {
  const hub = await modelHub(t, { files: FILES, intercept: () => true });
  const { pull } = await pulling(t, hub.url, { limits: { pullTimeoutMs: 200 } });
  await assert.rejects(pull(), { code: "UNAVAILABLE", message: "The download took too long; run it again." });
});

test("an address that nobody answers is told at once, with the way without internet", async (t) => {
  const { pull } = await pulling(t, "http://127.0.0.1:1");
  await assert.rejects(pull(), {
    message: /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\).*--dry-run/,
  });
});
