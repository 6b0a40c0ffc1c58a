// A node recognizes speech for months in one process. Windows and batches of every length must leave nothing behind:
// ONNX Runtime's arena, for one, keeps the buffers of every shape that it has seen.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { AUDIO_SAMPLE_RATE_HZ } from "../../../media-node/signal/audio-analysis.ts";
import { openSpeechRecognizer } from "../../../media-node/speech/open-speech-recognizer.ts";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { seededNoise } from "../../support/media/seeded-noise.ts";

const RUNS = 500;
const LENGTHS = 23;

test("memory does not grow over 500 calls of the built-in model, of many lengths, one and two windows at a time", async (t) => {
  const bundle = await readBundle(join(BUILT_IN_MODELS_DIR, "speech-en-small"));
  const recognizer = await openSpeechRecognizer(bundle, { providers: ["cpu"], threads: 1 });
  t.after(() => recognizer.dispose());
  const windows = Array.from({ length: LENGTHS }, (_, index) =>
    seededNoise(index, Math.round((0.2 + 0.05 * index) * AUDIO_SAMPLE_RATE_HZ)),
  );
  const recognize = (index: number) =>
    recognizer.recognize(
      Array.from({ length: 1 + (index % 2) }, (_, row) => windows[(index + row) % LENGTHS] as Float32Array),
      {},
    );
  for (let index = 0; index < 6; index += 1) await recognize(index);
  collectGarbage();
  const before = process.memoryUsage.rss();
  for (let index = 0; index < RUNS; index += 1) {
    await recognize(index);
    if (index % 20 === 0) collectGarbage();
  }
  collectGarbage();
  const grownBytes = process.memoryUsage.rss() - before;

  assert.ok(grownBytes < 40e6, `grew by ${grownBytes} bytes`);
});
