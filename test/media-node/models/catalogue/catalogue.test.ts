// The catalogue's own consistency: what it says must be usable as a manifest, and its addresses as addresses.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { describeImageModels } from "../../../../media-node/images/describe-image-model.ts";
import { CATALOGUE } from "../../../../media-node/models/catalogue/catalogue.ts";
import { addressOf, knownSizeBytes } from "../../../../media-node/models/catalogue/catalogue-entry.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { describeBundle } from "../../../../media-node/models/write-manifest.ts";
import { compileInputSchema } from "../../../../shared/schemas/input-schema.ts";
import { carriedFolder } from "../../../support/models/carried-folder.ts";
import { hubEntry } from "../../../support/models/model-hub.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

test("names and priorities within a kind are unique, so that a choice is never by chance", () => {
  assert.ok(CATALOGUE.length >= 20);
  assert.equal(new Set(CATALOGUE.map(({ name }) => name)).size, CATALOGUE.length);
  assert.equal(new Set(CATALOGUE.map(({ kind, priority }) => `${kind} ${priority}`)).size, CATALOGUE.length);
});

test("every entry makes a manifest that is accepted", async (t) => {
  const folder = await temporaryFolder(t);
  for (const entry of CATALOGUE) {
    const files = entry.files.map(({ path, sizeBytes, sha256 }) => ({
      path,
      sizeBytes: sizeBytes ?? 0,
      sha256: sha256 ?? "0".repeat(64),
    }));
    await carriedFolder(join(folder, entry.name), { "manifest.json": { ...describeBundle(entry), files } });
    const { manifest } = await readBundle(join(folder, entry.name));
    assert.equal(manifest.name, entry.name);
    assert.equal(manifest.speech !== undefined, entry.kind === "speech-recognition");
  }
});

test("a file's address is the hub's, a repository's, or a mirror's with the hub's layout", () => {
  const file = { path: "onnx/a b.onnx", sizeBytes: null, sha256: null };
  const source = { site: "hub", repository: "owner/model", revision: "main" } as const;
  assert.equal(addressOf(source, file), "https://huggingface.co/owner/model/resolve/main/onnx/a%20b.onnx");
  assert.equal(
    addressOf({ ...source, site: "github" }, file),
    "https://github.com/owner/model/raw/main/onnx/a%20b.onnx",
  );
  assert.equal(
    addressOf({ ...source, site: "release", revision: "v1" }, { ...file, path: "a.onnx" }),
    "https://github.com/owner/model/releases/download/v1/a.onnx",
  );
  assert.equal(
    addressOf(
      { ...source, site: "github" },
      { ...file, remotePath: "data/x.onnx" },
      "http://mirror:8000/hub",
    ),
    "http://mirror:8000/hub/owner/model/resolve/main/data/x.onnx",
  );
});

test("a size that is not known is never counted as one", () => {
  const files = { "a.onnx": Buffer.alloc(10), "b.onnx": Buffer.alloc(5) };
  assert.equal(knownSizeBytes(hubEntry(files)), 15);
  assert.equal(knownSizeBytes(hubEntry(files, { pinned: false })), null);
});

test("the guide to models names every model with its licence", async () => {
  const lines = (await readFile("deploy/models.md", "utf8"))
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  for (const { name, license } of CATALOGUE) {
    const line = lines.find((each) => each.includes(`\`${name}\``));
    assert.ok(line?.endsWith(`| ${license} |`), `${name} (${license}): ${line}`);
  }
});

test("every model for images is offered to clients under its name, with an input that can be checked", () => {
  const entries = CATALOGUE.filter(({ kind }) =>
    /^(image-(generation|upscaling)|background-removal)$/.test(kind),
  );
  assert.ok(entries.length >= 10);
  for (const entry of entries) {
    const files = entry.files.map(({ path }) => ({ path, sizeBytes: 0, sha256: "0".repeat(64) }));
    const bundle = { folder: "", isBuiltIn: false, manifest: { ...describeBundle(entry), files } };
    const [offered] = describeImageModels([bundle]);
    assert.equal(offered?.model, entry.name);
    assert.equal(offered?.capability, "IMAGE_GENERATION");
    const check = compileInputSchema(offered?.input_schema ?? {});
    assert.deepEqual(
      check({ [entry.kind === "image-generation" ? "prompt" : "image"]: "x" }),
      [],
      entry.name,
    );
    assert.notDeepEqual(check({}), [], entry.name);
  }
});
