// A thread recognizes the windows of a source in an order of its own; they come back in theirs.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SampleFileWriter } from "../../../media-node/ffmpeg/sample-file.ts";
import { recognizeSpeech } from "../../../media-node/speech/recognize-speech.ts";
import { laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { closeThreads, openThreads } from "../../../media-node/threads/run-in-thread.ts";
import { writeTinyWhisper } from "../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CPU = { providers: ["cpu"], threads: 1, place: "each-core" } as const;
/** More short ones before the long one than go into a batch. */
const SHORT_WINDOWS = 10;

test("short windows are told their language by a long one that comes after them, and keep their places", {
  timeout: 120_000,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const logits = { text: 5, end: 9, timestamp: 4 };
  const bundle = await writeTinyWhisper(join(folder, "whisper"), { isMultilingual: true, seed: 5, logits });
  await writeFile(join(bundle.folder, "manifest.json"), JSON.stringify(bundle.manifest));
  const file = new SampleFileWriter(join(folder, "samples"));
  const samples = whisperAudio(1, SHORT_WINDOWS + 30);
  file.append(Int16Array.from(samples, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample)))));
  file.close();
  openThreads(laneBounds({ cores: 2, renderThreads: 1, runs: 1, devices: 0 }));
  t.after(closeThreads);
  const recognize = (windows: readonly { startS: number; endS: number }[]) =>
    recognizeSpeech({
      ...CPU,
      bundle,
      samplesPath: join(folder, "samples"),
      samplesStartS: 100,
      windows: windows.map((window) => ({ ...window, speechShare: 1 })),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onProvider: () => undefined,
    });
  const short = Array.from({ length: SHORT_WINDOWS }, (_, index) => ({ startS: index, endS: index + 1 }));
  const alone = await recognize(short);
  assert.ok(alone.every(({ language }) => language === "de"));
  const heard = await recognize([...short, { startS: SHORT_WINDOWS, endS: SHORT_WINDOWS + 30 }]);
  assert.ok(heard.every(({ language }) => language === "jv"));
  const startsS = heard.map(({ startS }) => startS);
  assert.deepEqual(
    startsS,
    startsS.toSorted((a, b) => a - b),
  );
  assert.equal(heard.length, SHORT_WINDOWS + 1);
});
