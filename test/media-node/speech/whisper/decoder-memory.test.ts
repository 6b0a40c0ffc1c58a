// Decoding with a cache and without: the same words either way, what each moves between a device and the machine's memory,
// and which one is taken.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openOnnxSession } from "../../../../media-node/onnx/onnx-session.ts";
import { Tensor } from "../../../../media-node/onnx/tensor.ts";
import {
  fasterMemory,
  type StartTimed,
  timeDecoderMemories,
} from "../../../../media-node/speech/whisper/decoder-memory.ts";
import { readWhisperConfiguration } from "../../../../media-node/speech/whisper/whisper-configuration.ts";
import { decodeWindows } from "../../../../media-node/speech/whisper/whisper-decoding.ts";
import { WhisperFrontEnd } from "../../../../media-node/speech/whisper/whisper-features.ts";
import { type DecoderMemory, WhisperModel } from "../../../../media-node/speech/whisper/whisper-model.ts";
import { openWhisperRecognizer } from "../../../../media-node/speech/whisper/whisper-recognizer.ts";
import { AppError } from "../../../../shared/errors.ts";
import { writeAdder } from "../../../support/models/adder-model.ts";
import { openSimulatedDevices } from "../../../support/models/open-simulated-devices.ts";
import { type TinyWhisperOptions, writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const FILES = { encoder: "onnx/encoder_model.onnx", decoder: "onnx/decoder_model_merged.onnx" };
const CPU = { providers: ["cpu"], threads: 1 } as const;
const MEMORIES: readonly DecoderMemory[] = ["cache", "recompute"];
const AUDIO = [1, 2, 3, 4].map((seed) => whisperAudio(seed, 10 + 4 * seed));
const TALKATIVE: TinyWhisperOptions = { seed: 3, logits: { text: 5, end: 9, timestamp: 4 } };

/** A card on a clock that only its work moves. */
function card({ cacheMs, tokenMs, full = [] }: { cacheMs: number; tokenMs: number; full?: DecoderMemory[] }) {
  let nowMs = 0;
  let open = 0;
  const lengths: number[] = [];
  const start: StartTimed = async (memory, tokenCount) => {
    lengths.push(tokenCount);
    if (full.includes(memory)) throw new AppError("OUT_OF_MEMORY");
    open += 1;
    let tokens = tokenCount;
    return {
      step: async () => {
        tokens += 1;
        const ms = memory === "cache" ? cacheMs : tokens * tokenMs;
        nowMs += ms;
        return ms;
      },
      end: async () => {
        open -= 1;
      },
    };
  };
  return { start, now: () => nowMs, lengths, stillOpen: () => open };
}

test("the way whose steps are faster is taken, over short and long texts together", async () => {
  for (const [times, expected] of [
    [{ cacheMs: 30, tokenMs: 0.1 }, "recompute"],
    [{ cacheMs: 2, tokenMs: 0.1 }, "cache"],
    [{ cacheMs: 5, tokenMs: 0.1 }, "cache"],
    [{ cacheMs: 30, tokenMs: 0.1, full: ["recompute"] }, "cache"],
    [{ cacheMs: 2, tokenMs: 0.1, full: ["cache"] }, "recompute"],
    [{ cacheMs: 2, tokenMs: 0.1, full: ["cache", "recompute"] }, "cache"],
  ] satisfies [Parameters<typeof card>[0], DecoderMemory][]) {
    const { start, now, stillOpen } = card(times);
    assert.equal(fasterMemory(await timeDecoderMemories(start, now)), expected, JSON.stringify(times));
    assert.equal(stillOpen(), 0);
  }
});

test("timing ends early on a slow device, and with what is no want of memory", async () => {
  const slow = card({ cacheMs: 3_000, tokenMs: 100 });
  assert.equal(fasterMemory(await timeDecoderMemories(slow.start, slow.now)), "recompute");
  assert.deepEqual(new Set(slow.lengths).size, 1, "the second length was left out");
  const broken = card({ cacheMs: 1, tokenMs: 1 });
  const start: StartTimed = async (memory, tokens) => ({
    ...(await broken.start(memory, tokens)),
    step: () => Promise.reject(new Error("no kernel")),
  });
  await assert.rejects(timeDecoderMemories(start, broken.now), /no kernel/);
  assert.equal(broken.stillOpen(), 0);
});

async function openTiny(t: TestContext, options: TinyWhisperOptions): Promise<WhisperModel> {
  const folder = await temporaryFolder(t);
  await writeTinyWhisper(folder, options);
  const model = await WhisperModel.open(folder, FILES, await readWhisperConfiguration(folder), CPU);
  t.after(() => model.dispose());
  return model;
}

test("tokens and their likelihoods are the same with a cache and without, greedy and sampled", async (t) => {
  const features = AUDIO.map((samples) => new WhisperFrontEnd(80).compute(samples));
  const lengths = new Set<number>();
  for (const [options, tolerance] of [
    [{ seed: 1 }, 1e-4],
    [TALKATIVE, 1e-4],
    [{ seed: 1, isHalfPrecision: true }, 1e-2],
  ] satisfies [TinyWhisperOptions, number][]) {
    const model = await openTiny(t, options);
    const hidden = await model.encode(features);
    const prefixes = features.map(() => [model.configuration.startToken]);
    for (const temperature of [0, 0.6]) {
      const decode = (memory: DecoderMemory) => {
        model.memory = memory;
        return decodeWindows(model, hidden, prefixes, { hasTimestamps: true, temperature });
      };
      const cached = await decode("cache");
      const recomputed = await decode("recompute");
      assert.deepEqual(
        recomputed.map(({ tokens }) => tokens),
        cached.map(({ tokens }) => tokens),
      );
      for (const [row, { averageLogProbability, noSpeechProbability }] of recomputed.entries()) {
        const other = cached[row];
        assert.ok(Math.abs(averageLogProbability - (other?.averageLogProbability ?? 0)) < tolerance);
        assert.ok(Math.abs(noSpeechProbability - (other?.noSpeechProbability ?? 0)) < tolerance);
        lengths.add(other?.tokens.length ?? 0);
      }
    }
  }
  assert.ok(lengths.size > 2, "rows end at different times, so that batches shrink");
});

test("words, their times and scores are the same, and without a cache far less is copied", async (t) => {
  const devices = await openSimulatedDevices(t, [{ memoryBytes: 2 ** 30 }]);
  const bundle = await writeTinyWhisper(await temporaryFolder(t), TALKATIVE);
  /** What was copied in all, once the process has looked after its last call. */
  const copied = async (): Promise<number> => {
    const seen = new Set<unknown>();
    await until("looks after the last call", () => {
      const beat = devices.status()[0]?.beat;
      if (beat?.unanswered === 0) seen.add(beat);
      return seen.size > 10;
    });
    return devices.status()[0]?.beat?.copiedBytes ?? 0;
  };
  const copiedBy: Partial<Record<DecoderMemory, number>> = {};
  const words: unknown[] = [];
  for (const decoderMemory of MEMORIES) {
    const before = await copied();
    const recognizer = await openWhisperRecognizer(bundle, {
      providers: ["cuda"],
      threads: 1,
      decoderMemory,
    });
    const windows = await recognizer.recognize(AUDIO, {});
    copiedBy[decoderMemory] = (await copied()) - before;
    words.push(
      windows.map((window) =>
        window.words.map(({ text, startS, endS, score }) => [text, startS, endS, score.toFixed(4)]),
      ),
    );
  }
  assert.ok(JSON.stringify(words[0]).length > 200, "there are words to compare");
  assert.deepEqual(words[1], words[0]);
  const { cache = 0, recompute = 0 } = copiedBy;
  // Of a window: 1500 x 64 numbers from the encoder, against keys and values of them in two layers.
  assert.ok(recompute > 0 && recompute < cache / 2.5, `${recompute} of ${cache} bytes`);
});

test("what others have the device work on between the steps counts for neither way", async (t) => {
  // A run of the others takes longer than any step.
  await openSimulatedDevices(t, [{ memoryBytes: 2 ** 30, msPerMb: 200, msPerRow: 2 }]);
  const folder = await temporaryFolder(t);
  const path = join(folder, "add.onnx");
  await writeAdder(path, 1);
  const other = await openOnnxSession(path, { providers: ["cuda"], threads: 1 });
  const { start } = WhisperModel.prototype;
  let others: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const keepBusy = async (): Promise<void> => {
    const rows = 200;
    while (isBusy) await other.run({ x: new Tensor("float32", new Float32Array(2 * rows), [rows, 2]) });
  };
  // They have work for it while one way is timed, and none while the other is.
  t.mock.method(
    WhisperModel.prototype,
    "start",
    async function (this: WhisperModel, ...call: Parameters<typeof start>) {
      isBusy = false;
      await others;
      isBusy = this.memory === "recompute";
      others = Promise.all([keepBusy(), keepBusy()]);
      return start.apply(this, call);
    },
  );
  const bundle = await writeTinyWhisper(folder, TALKATIVE);
  const recognizer = await openWhisperRecognizer(bundle, { providers: ["cuda"], threads: 1 });
  isBusy = false;
  await others;
  assert.match(recognizer.remark ?? "", /reads all tokens again/);
});

test("on a device behind a slow bus nothing is remembered, and on the CPU all is", async (t) => {
  // So slow that what the processor computes here counts for little, whatever else it does.
  await openSimulatedDevices(t, [{ memoryBytes: 2 ** 30, msPerMb: 300 }]);
  const bundle = await writeTinyWhisper(await temporaryFolder(t), TALKATIVE);
  const onCpu = await openWhisperRecognizer(bundle, CPU);
  t.after(() => onCpu.dispose());
  assert.match(onCpu.remark ?? "", /keeps keys and values/);
  const onDevice = await openWhisperRecognizer(bundle, { providers: ["cuda"], threads: 1 });
  assert.match(onDevice.remark ?? "", /reads all tokens again/);
});
