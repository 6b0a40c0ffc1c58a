// Runs that recognize speech on one device whose memory has room for one of them at a time: what each leaves there from
// step to step fills it. Threads and a device's process for real, the card simulated.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SampleFileWriter } from "../../../media-node/ffmpeg/sample-file.ts";
import { recognizeSpeech, type SpeechPlace } from "../../../media-node/speech/recognize-speech.ts";
import type { UnjudgedWindow } from "../../../media-node/speech/transcripts/judge-windows.ts";
import { withShare } from "../../../media-node/threads/call-context.ts";
import { laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { closeThreads, openThreads } from "../../../media-node/threads/run-in-thread.ts";
import { openSimulatedDevices } from "../../support/models/open-simulated-devices.ts";
import { writeTinyWhisper } from "../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

/**
 * What a window takes here: what the encoder says, the keys and values that the decoder makes of it, and while words are
 * timed what that says once more.
 */
const WINDOW_BYTES = 4 * (1_500 * 64) + 4 * (2 * 2 * 1_500 * 64);
const SECONDS = [14, 18, 22, 26];

function writeSamples(path: string, samples: Float32Array): void {
  const file = new SampleFileWriter(path);
  file.append(Int16Array.from(samples, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample)))));
  file.close();
}

test("runs that a device has room for one at a time hear beside each other what the CPU hears", {
  timeout: 180_000,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const logits = { text: 5, end: 9, timestamp: 4 };
  const bundle = await writeTinyWhisper(join(folder, "whisper"), { seed: 3, logits });
  await writeFile(join(bundle.folder, "manifest.json"), JSON.stringify(bundle.manifest));
  const networks = bundle.manifest.files.filter(({ path }) => path.endsWith(".onnx"));
  const modelBytes = networks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const card = { memoryBytes: modelBytes + 1.6 * WINDOW_BYTES, holdsOutputs: true, msPerRun: 2 };
  const devices = await openSimulatedDevices(t, [card]);
  openThreads(laneBounds({ cores: 2, renderThreads: 1, runs: SECONDS.length, devices: 1 }));
  t.after(closeThreads);
  const recognize = (run: number, provider: "cuda" | "cpu", place: SpeechPlace): Promise<UnjudgedWindow[]> =>
    recognizeSpeech({
      bundle,
      threads: 1,
      providers: [provider],
      place,
      samplesPath: join(folder, `samples-${run}`),
      samplesStartS: 0,
      windows: [{ startS: 0, endS: SECONDS[run] ?? 0, speechShare: 1 }],
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onProvider: () => undefined,
    });
  const expected: UnjudgedWindow[][] = [];
  for (const [run, durationS] of SECONDS.entries()) {
    writeSamples(join(folder, `samples-${run}`), whisperAudio(run + 1, durationS));
    expected.push(await recognize(run, "cpu", "one-thread"));
  }
  assert.ok(expected.flat().length > 1, "there are words to compare");
  const heard = await Promise.all(
    SECONDS.map((_, run) => withShare(`run ${run}`, () => recognize(run, "cuda", "device"))),
  );
  assert.deepEqual(heard, expected);
  await until("nothing is left", () => devices.status()[0]?.beat?.kept === 0);
  assert.equal(devices.status()[0]?.starts, 1);
});
