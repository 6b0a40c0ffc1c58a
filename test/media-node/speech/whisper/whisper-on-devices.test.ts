// Whisper on devices says what it says on the CPU, also when a device is lost in the middle of a window.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ModelBundle } from "../../../../media-node/models/model-bundle.ts";
import type { RecognizedWindow, SpeechRecognizer } from "../../../../media-node/speech/speech-recognizer.ts";
import { openWhisperRecognizer } from "../../../../media-node/speech/whisper/whisper-recognizer.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import { writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MEMORY_BYTES = 2 ** 30;
const WINDOWS = [1, 2, 3, 4, 5].map((seed) => whisperAudio(seed, 10 + 4 * seed));

interface Recognizers {
  readonly bundle: ModelBundle;
  readonly onCpu: SpeechRecognizer;
}

async function onCpuAlone(t: TestContext): Promise<Recognizers> {
  const bundle = await writeTinyWhisper(await temporaryFolder(t), {
    seed: 3,
    logits: { text: 5, end: 9, timestamp: 4 },
  });
  const onCpu = await openWhisperRecognizer(bundle, { providers: ["cpu"], threads: 1 });
  t.after(() => onCpu.dispose());
  return { bundle, onCpu };
}

async function recognizers(t: TestContext): Promise<Recognizers & { readonly onDevice: SpeechRecognizer }> {
  const { bundle, onCpu } = await onCpuAlone(t);
  const onDevice = await openWhisperRecognizer(bundle, { providers: ["cuda"], threads: 1 });
  assert.equal(onDevice.provider, "cuda");
  return { bundle, onCpu, onDevice };
}

function textsOf(windows: readonly RecognizedWindow[]): string[] {
  return windows.map(({ words }) =>
    words.map(({ text, startS }) => `${startS.toFixed(2)} ${text}`).join(" "),
  );
}

test("words are those of the CPU, and nothing is left behind on the device", async (t) => {
  const devices = await openSimulatedDevices(t, [{ memoryBytes: MEMORY_BYTES }]);
  const { onCpu, onDevice } = await recognizers(t);
  const expected = textsOf(await onCpu.recognize(WINDOWS, {}));
  assert.ok(expected.join(" ").split(" ").length > 16, "there are words to compare");
  assert.deepEqual(textsOf(await onDevice.recognize(WINDOWS, {})), expected);
  const looks = new Set<unknown>();
  await until("looks at what is left once all is done", () => {
    const beat = devices.status()[0]?.beat;
    if (beat?.unanswered === 0) looks.add(beat);
    return looks.size > 10;
  });
  assert.equal(devices.status()[0]?.beat?.kept, 0);
});

for (const refuses of ["encoder_model.onnx", "decoder_model_merged.onnx"])
  test(`where the device does not take ${refuses}, both networks run on the CPU, and why is told`, async (t) => {
    await openSimulatedDevices(t, [{ memoryBytes: MEMORY_BYTES, refuses }]);
    const { bundle, onCpu } = await onCpuAlone(t);
    const mixed = await openWhisperRecognizer(bundle, { providers: ["cuda", "cpu"], threads: 1 });
    t.after(() => mixed.dispose());
    assert.equal(mixed.provider, "cpu");
    assert.deepEqual(
      mixed.passedOver.map(({ provider, reason }) => [provider, /Kernel not found/.test(reason)]),
      [["cuda", true]],
    );
    assert.deepEqual(
      textsOf(await mixed.recognize(WINDOWS, {})),
      textsOf(await onCpu.recognize(WINDOWS, {})),
    );
  });

test("a device that is lost in the middle of a window costs the window's calls, not its words", async (t) => {
  const faultFile = join(await temporaryFolder(t), "fault");
  const card = { memoryBytes: MEMORY_BYTES, msPerRun: 5 };
  const devices = await openSimulatedDevices(t, [{ ...card, faultFile }, card]);
  const { onCpu, onDevice } = await recognizers(t);
  const expected = textsOf(await onCpu.recognize(WINDOWS, {}));
  const recognized = onDevice.recognize(WINDOWS, {});
  await until("tensors on the device", () => (devices.status()[0]?.beat?.kept ?? 0) > 0);
  await writeFile(faultFile, "die");
  assert.deepEqual(textsOf(await recognized), expected);
  // Its calls may end, and be made again, before the system tells that the process is gone.
  const lastEnd = await until("its end to be told", () => devices.status()[0]?.lastEnd ?? undefined);
  assert.match(lastEnd, /SIGSEGV/);
});

test("a window whose words find no room to be timed leaves nothing behind on the device", async (t) => {
  const card = { memoryBytes: MEMORY_BYTES, holdsOutputs: true, noRoomFor: "cross_attentions" };
  const devices = await openSimulatedDevices(t, [card]);
  const { onDevice } = await recognizers(t);
  await assert.rejects(onDevice.recognize(WINDOWS, {}), { code: "OUT_OF_MEMORY" });
  await until("nothing is left", () => {
    const beat = devices.status()[0]?.beat;
    return (beat?.calls ?? 0) > 0 && beat?.kept === 0;
  });
});

test("a window that the device has no room for leaves nothing behind there", async (t) => {
  const lastingFaultFile = join(await temporaryFolder(t), "fault");
  const devices = await openSimulatedDevices(t, [
    { memoryBytes: MEMORY_BYTES, msPerRun: 5, lastingFaultFile },
  ]);
  const { onDevice } = await recognizers(t);
  const recognized = onDevice.recognize(WINDOWS, {});
  const failed = assert.rejects(recognized, { code: "OUT_OF_MEMORY" });
  await until("tensors on the device", () => (devices.status()[0]?.beat?.kept ?? 0) > 0);
  await writeFile(lastingFaultFile, "full");
  await failed;
  await until("nothing is left", () => devices.status()[0]?.beat?.kept === 0);
});
