// From a thread of the node to a device's process and back: threads find the devices that their node has started.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import {
  type RecognizeSpeechInput,
  recognizeSpeech,
  stretchesAtOnce,
} from "../../../media-node/speech/recognize-speech.ts";
import { withShare } from "../../../media-node/threads/call-context.ts";
import { laneBounds } from "../../../media-node/threads/lane-bounds.ts";
import { closeThreads, openThreads } from "../../../media-node/threads/run-in-thread.ts";
import { openSimulatedDevices } from "../../support/models/open-simulated-devices.ts";
import { SAMPLE } from "../../support/speech/learnt-voices.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const CARD = { memoryBytes: 2 ** 30 };

test("runs recognize speech by threads on all devices of their node, and hear what the CPU hears", async (t) => {
  const samplesPath = join(await temporaryFolder(t), "samples");
  const output = ["-t", "9", "-f", "s16le", "-ac", "1", "-ar", "16000", samplesPath];
  await promisify(execFile)(ffmpeg.path, ["-nostdin", "-v", "error", "-i", SAMPLE, ...output]);
  const devices = await openSimulatedDevices(t, [CARD, CARD]);
  openThreads(laneBounds({ cores: 2, renderThreads: 1, runs: 2, devices: 2 }));
  t.after(closeThreads);
  const providers: string[] = [];
  const input: Omit<RecognizeSpeechInput, "providers" | "place"> = {
    bundle: await readBundle(join(BUILT_IN_MODELS_DIR, "speech-en-small")),
    threads: 1,
    samplesPath,
    samplesStartS: 0,
    windows: [{ startS: 0, endS: 9, speechShare: 1 }],
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onProvider: (provider) => providers.push(provider),
  };
  const onCpu = await recognizeSpeech({ ...input, providers: ["cpu"], place: "each-core" });
  const onDevices = await Promise.all(
    [1, 2, 3, 4].map((run) =>
      withShare(`run ${run}`, () =>
        recognizeSpeech({ ...input, providers: ["cuda", "cpu"], place: "device" }),
      ),
    ),
  );
  assert.ok((onCpu[0]?.words.length ?? 0) > 5);
  for (const heard of onDevices) assert.deepEqual(heard, onCpu);
  assert.deepEqual(providers, ["cpu", "cuda", "cuda", "cuda", "cuda"]);
  assert.equal(stretchesAtOnce("device"), 8);
  const calls = (): number => devices.status().reduce((sum, { beat }) => sum + (beat?.calls ?? 0), 0);
  await until("the devices tell of their calls", () => calls() === 4);
});
