// The thread that keeps image models: what it keeps, and what it opens anew.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generateImage, type ImageRunner } from "../../../media-node/images/generate-image.ts";
import type { RawImage } from "../../../media-node/images/image-model.ts";
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { writeTinyMatte } from "../../support/models/tiny-image-networks.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(closeThreads);

const RUNNER: ImageRunner = {
  providers: ["cpu"],
  threads: 1,
  memoryBytes: 1e8,
  onProvider: () => undefined,
};
const EDGE = 64;

/** One half red, the other one blue. */
function halves(): RawImage {
  const pixels = new Uint8Array(3 * EDGE * EDGE);
  for (let pixel = 0; pixel < EDGE * EDGE; pixel += 1) {
    pixels.set(pixel % EDGE < EDGE / 2 ? [220, 20, 30] : [20, 30, 200], 3 * pixel);
  }
  return { width: EDGE, height: EDGE, channels: 3, pixels };
}

test("a model whose manifest was changed is run as it says now", async (t) => {
  const bundle = await writeTinyMatte(await temporaryFolder(t), { isLogits: true });
  const opacities = async (own: ModelBundle): Promise<number[]> => {
    const work = { kind: "cut-out", image: halves() } as const;
    const { signal } = new AbortController();
    const [made] = await generateImage(RUNNER, { bundle: own, work, signal, onProgress: () => undefined });
    return [0, EDGE - 1].map((pixel) => made?.pixels[4 * pixel + 3] ?? -1);
  };
  const before = await opacities(bundle);
  const deviation = [-0.229, -0.224, -0.225];
  const manifest = { ...bundle.manifest, matte: { ...bundle.manifest.matte, deviation } };
  const after = await opacities({ ...bundle, manifest });
  assert.notDeepEqual(after, before);
});

test("a thread that waits for its next call has given back what its last image took to make", async (t) => {
  const fixture = fileURLToPath(new URL("./fixtures/memory-after-image.ts", import.meta.url));
  const folder = await temporaryFolder(t);
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", fixture, folder]);
  // 165 MB, and 455 MB without; the image itself has 50 MB (2026-11).
  assert.ok(Number(stdout) < 300e6, `The process has grown by ${stdout} bytes.`);
});
