import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ModelBundle } from "../../../../media-node/models/model-bundle.ts";
import type { RecognizedWord, SpeechRecognizer } from "../../../../media-node/speech/speech-recognizer.ts";
import { WhisperModel } from "../../../../media-node/speech/whisper/whisper-model.ts";
import { openWhisperRecognizer } from "../../../../media-node/speech/whisper/whisper-recognizer.ts";
import { withCall } from "../../../../media-node/threads/call-context.ts";
import { AppError } from "../../../../shared/errors.ts";
import { type TinyWhisperOptions, writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CPU = { providers: ["cpu"], threads: 1 } as const;
const RATE_HZ = 16_000;

async function bundle(t: TestContext, options: TinyWhisperOptions = {}): Promise<ModelBundle> {
  return await writeTinyWhisper(await temporaryFolder(t), { seed: 3, ...options });
}

async function open(t: TestContext, options: TinyWhisperOptions = {}): Promise<SpeechRecognizer> {
  const recognizer = await openWhisperRecognizer(await bundle(t, options), CPU);
  t.after(() => recognizer.dispose());
  return recognizer;
}

function assertSameWords(
  actual: readonly RecognizedWord[],
  expected: readonly RecognizedWord[],
  shiftS = 0,
): void {
  assert.deepEqual(
    actual.map(({ text }) => text),
    expected.map(({ text }) => text),
  );
  for (const [index, { startS, endS, score }] of actual.entries()) {
    const other = expected[index] as RecognizedWord;
    assert.ok(Math.abs(startS - other.startS - shiftS) < 1e-6, `${index}: ${startS} ${other.startS}`);
    assert.ok(Math.abs(endS - other.endS - shiftS) < 1e-6, `${index}: ${endS} ${other.endS}`);
    assert.ok(Math.abs(score - other.score) < 1e-3);
  }
}

test("windows of any length give the same words in a batch as alone, in order and inside their window", async (t) => {
  const recognizer = await open(t, { logits: { text: 5, end: 9, timestamp: 4 } });
  assert.deepEqual(recognizer.limits.windowS, 30);
  assert.ok(recognizer.limits.batchSize >= 4);
  const durations = [30, 11, 4.5, 0.2];
  const windows = durations.map((durationS, index) => whisperAudio(index + 1, durationS));
  const together = await recognizer.recognize(windows, {});

  assert.ok(together.reduce((sum, { words }) => sum + words.length, 0) >= 8);
  for (const [index, { words, language }] of together.entries()) {
    assert.equal(language, "en");
    const [alone] = await recognizer.recognize([windows[index] as Float32Array], {});
    assertSameWords(words, alone?.words ?? []);
    let latestS = 0;
    for (const { text, startS, endS, score } of words) {
      assert.ok(text.length > 0 && text === text.trim());
      assert.ok(startS >= latestS && endS >= startS && endS <= (durations[index] as number));
      assert.ok(score >= 0 && score <= 1);
      latestS = endS;
    }
  }
});

test("a window that the model leaves before its end is decoded again from there", async (t) => {
  const recognizer = await open(t);
  const window = whisperAudio(2);
  const [whole] = await recognizer.recognize([window], {});
  // This model closes its last segment at 18.78 s and opens another one.
  const resumeS = 18.78;
  const [rest] = await recognizer.recognize([window.subarray(resumeS * RATE_HZ)], {});
  const later = whole?.words.filter(({ startS }) => startS >= resumeS) ?? [];
  assert.ok(later.length > 0 && later.length < (whole?.words.length ?? 0));
  const tail = rest?.words ?? [];
  assertSameWords(later.slice(-tail.length), tail, resumeS);
});

test("more windows than a batch holds are all recognized, and one without samples has no words", async (t) => {
  const recognizer = await open(t);
  const windows = Array.from({ length: recognizer.limits.batchSize + 2 }, (_, index) =>
    index === 1 ? new Float32Array(0) : whisperAudio(index % 3, 2),
  );
  const recognized = await recognizer.recognize(windows, {});
  assert.equal(recognized.length, windows.length);
  assert.deepEqual(recognized[1], { words: [], language: "en" });
  assertSameWords(recognized.at(-1)?.words ?? [], recognized[(windows.length - 1) % 3]?.words ?? []);
});

test("a multilingual model detects the language, and takes the one that it is told", async (t) => {
  const recognizer = await open(t, { isMultilingual: true, seed: 9 });
  const windows = [1, 2, 3].map((seed) => whisperAudio(seed, 5));
  const detected = await recognizer.recognize(windows, {});
  for (const { language } of detected) assert.match(language, /^(en|zh|de|jv)$/);
  const told = await recognizer.recognize(windows, { language: "jv" });
  assert.deepEqual(
    told.map(({ language }) => language),
    ["jv", "jv", "jv"],
  );
  const again = await recognizer.recognize([windows[0] as Float32Array], {
    language: detected[0]?.language as string,
  });
  assertSameWords(again[0]?.words ?? [], detected[0]?.words ?? []);
});

test("a short window is told its language by the long ones of its batch, or by what was heard before", async (t) => {
  const recognizer = await open(t, { isMultilingual: true, seed: 5 });
  const short = whisperAudio(1, 1);
  const languagesOf = async (...[windows, options]: Parameters<SpeechRecognizer["recognize"]>) =>
    (await recognizer.recognize(windows, options)).map(({ language }) => language);
  assert.deepEqual(await languagesOf([short], {}), ["de"]);
  assert.deepEqual(await languagesOf([whisperAudio(1)], {}), ["jv"]);
  assert.deepEqual(await languagesOf([short, whisperAudio(1)], {}), ["jv", "jv"]);
  assert.deepEqual(await languagesOf([short], { heardS: new Map([["jv", 60]]) }), ["jv"]);
});

test("the language of each window is detected once, also where its rest is decoded beside other windows", async (t) => {
  const encode = t.mock.method(WhisperModel.prototype, "encode");
  const begin = t.mock.method(WhisperModel.prototype, "predict");
  const recognizer = await open(t, { isMultilingual: true });
  const windows = Array.from({ length: recognizer.limits.batchSize + 1 }, (_, index) =>
    whisperAudio(index % 5, index < 5 ? 30 : 1),
  );
  await recognizer.recognize(windows, {});
  const encoded = encode.mock.calls.reduce((sum, call) => sum + call.arguments[0].length, 0);
  assert.ok(encoded > windows.length, "some windows were decoded in parts");
  const detected = begin.mock.calls.reduce((sum, call) => sum + call.arguments[1].length, 0);
  assert.equal(detected, windows.length);
});

test("a language that the model does not know is refused, and will be again", async (t) => {
  const isRefusal = (error: unknown): boolean =>
    error instanceof AppError &&
    error.code === "MODEL_UNAVAILABLE" &&
    !error.retryable &&
    error.message.includes("language");
  const english = await open(t);
  await assert.rejects(english.recognize([whisperAudio(1, 1)], { language: "de" }), isRefusal);
  assert.equal((await english.recognize([whisperAudio(1, 1)], { language: "en" })).length, 1);
  const multilingual = await open(t, { isMultilingual: true });
  await assert.rejects(multilingual.recognize([whisperAudio(1, 1)], { language: "fr" }), isRefusal);
});

test("an export in half precision says what the same model says in single precision", async (t) => {
  const single = await open(t);
  const half = await open(t, { isHalfPrecision: true });
  const windows = [whisperAudio(1, 8)];
  const [expected] = await single.recognize(windows, {});
  const [actual] = await half.recognize(windows, {});
  assert.ok((expected?.words.length ?? 0) > 2);
  assert.deepEqual(
    actual?.words.map(({ text }) => text),
    expected?.words.map(({ text }) => text),
  );
});

test("a distilled model with its teacher's alignment heads times words by its own, and says so", async (t) => {
  const teachers = {
    alignment_heads: [
      [7, 0],
      [25, 6],
    ],
  };
  const recognizer = await open(t, { generation: teachers });
  const own = await open(t, { generation: { alignment_heads: null } });
  const windows = [whisperAudio(1, 8)];
  const [recognized] = await recognizer.recognize(windows, {});
  assert.ok((recognized?.words.length ?? 0) > 2);
  assert.deepEqual(recognized, (await own.recognize(windows, {}))[0]);
  assert.match(recognizer.remark ?? "", /alignment heads of another model/);
  assert.doesNotMatch(own.remark ?? "", /alignment heads/);
});

test("variants are found by their names", async (t) => {
  const written = await bundle(t);
  const { manifest } = written;
  const files = manifest.files.map((file) => ({ ...file, path: file.path.replace(".onnx", "_q8.onnx") }));
  await assert.rejects(
    openWhisperRecognizer({ ...written, manifest: { ...manifest, files } }, CPU),
    (error) => String((error as AppError).cause).includes("encoder_model_q8.onnx"),
  );
});

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "MODEL_UNAVAILABLE";

test("a recognition that nobody wants any more ends with the token that it is at", async (t) => {
  const recognizer = await open(t);
  const stopping = new AbortController();
  const reason = new Error("enough");
  const { step } = WhisperModel.prototype;
  let steps = 0;
  t.mock.method(
    WhisperModel.prototype,
    "step",
    function (this: WhisperModel, ...asked: Parameters<typeof step>) {
      steps += 1;
      if (steps === 2) stopping.abort(reason);
      return step.apply(this, asked);
    },
  );
  const windows = [1, 2, 3].map((seed) => whisperAudio(seed, 20));
  const recognized = withCall({ share: "", signal: stopping.signal }, () =>
    recognizer.recognize(windows, {}),
  );
  await assert.rejects(recognized, reason);
  assert.equal(steps, 2);
});

test("an export without cross-attentions is refused when it is opened", async (t) => {
  const written = await bundle(t, { hasCrossAttentions: false });
  await assert.rejects(openWhisperRecognizer(written, CPU), isUnavailable);
});

test("a bundle whose files are missing, broken or of another model is refused when it is opened", async (t) => {
  for (const name of ["config.json", "generation_config.json", "tokenizer.json"]) {
    const written = await bundle(t);
    await writeFile(join(written.folder, name), "{");
    await assert.rejects(openWhisperRecognizer(written, CPU), isUnavailable, `broken ${name}`);
    await rm(join(written.folder, name));
    await assert.rejects(openWhisperRecognizer(written, CPU), isUnavailable, `no ${name}`);
  }
  const files = await bundle(t);
  await rm(join(files.folder, "onnx/decoder_model_merged.onnx"));
  await assert.rejects(openWhisperRecognizer(files, CPU), isUnavailable);
});
