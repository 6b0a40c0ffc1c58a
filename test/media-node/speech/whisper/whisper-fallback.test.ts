import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readWhisperConfiguration } from "../../../../media-node/speech/whisper/whisper-configuration.ts";
import { decodeWindows } from "../../../../media-node/speech/whisper/whisper-decoding.ts";
import {
  compressionRatio,
  decodeWithFallback,
  judgeDecoding,
  type Verdict,
} from "../../../../media-node/speech/whisper/whisper-fallback.ts";
import { WhisperFrontEnd } from "../../../../media-node/speech/whisper/whisper-features.ts";
import { WhisperModel } from "../../../../media-node/speech/whisper/whisper-model.ts";
import { openWhisperTokenizer } from "../../../../media-node/speech/whisper/whisper-tokenizer.ts";
import { writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const FILES = { encoder: "onnx/encoder_model.onnx", decoder: "onnx/decoder_model_merged.onnx" };

/** Windows decoded at each temperature by itself, and with fallback; the model's own doubts come from flat logits. */
async function decodeBothWays(t: TestContext, seed: number) {
  const folder = await temporaryFolder(t);
  await writeTinyWhisper(folder, { seed, logits: { text: 4, end: 8, timestamp: 3, noSpeech: 60 } });
  const configuration = await readWhisperConfiguration(folder);
  const decode = await openWhisperTokenizer(folder);
  const model = await WhisperModel.open(folder, FILES, configuration, { providers: ["cpu"], threads: 1 });
  t.after(() => model.dispose());
  const front = new WhisperFrontEnd(80);
  const windows = [1, 2, 3, 4, 5, 6].map((sound) => front.compute(whisperAudio(sound)));
  const hidden = await model.encode(windows);
  const prefixes = windows.map(() => [configuration.startToken]);
  const said = await decodeWithFallback(model, hidden, prefixes, { hasTimestamps: true, decode });
  const attempt = async (row: number, temperature: number) => {
    const options = { hasTimestamps: true, temperature };
    const [decoded] = await decodeWindows(
      model,
      await model.selectWindows(hidden, [row]),
      [prefixes[row] ?? []],
      options,
    );
    assert.ok(decoded);
    const text = decode(decoded.tokens.filter((token) => token < configuration.rules.endToken));
    return { tokens: decoded.tokens, verdict: judgeDecoding(text, decoded) };
  };
  return { said, attempt };
}

test("doubtful rows are decoded again at the next temperature, the others stay as they are", async (t) => {
  const { said, attempt } = await decodeBothWays(t, 5);
  const verdicts: Verdict[] = [];
  for (const [row, tokens] of said.entries()) {
    let outcome = await attempt(row, 0);
    verdicts.push(outcome.verdict);
    for (const temperature of [0.2, 0.4, 0.6, 0.8, 1]) {
      if (outcome.verdict === "doubtful") outcome = await attempt(row, temperature);
    }
    assert.deepEqual(tokens, outcome.tokens);
  }
  assert.ok(verdicts.includes("good") && verdicts.includes("doubtful"), `${verdicts}`);
});

test("what is likely no speech comes back empty", async (t) => {
  const { said, attempt } = await decodeBothWays(t, 1);
  const { verdict, tokens } = await attempt(1, 0);
  assert.equal(verdict, "silence");
  assert.ok(tokens.length > 0);
  assert.deepEqual(said[1], []);
  assert.ok((said[0]?.length ?? 0) > 0);
});

test("a text is doubtful when it repeats itself or the model finds it unlikely", () => {
  const sure = { averageLogProbability: -0.3, noSpeechProbability: 0.1 };
  assert.equal(judgeDecoding("Ask not what your country can do for you.", sure), "good");
  assert.equal(judgeDecoding("and so ".repeat(20), sure), "doubtful");
  assert.equal(judgeDecoding("Ask not.", { ...sure, averageLogProbability: -1.01 }), "doubtful");
  assert.equal(judgeDecoding("", sure), "good");
});

test("a likely absence of speech only counts where the text is unlikely too", () => {
  assert.equal(judgeDecoding("Ask.", { averageLogProbability: -0.9, noSpeechProbability: 0.99 }), "good");
  assert.equal(judgeDecoding("Ask.", { averageLogProbability: -1.1, noSpeechProbability: 0.61 }), "silence");
  assert.equal(judgeDecoding("Ask.", { averageLogProbability: -1.1, noSpeechProbability: 0.59 }), "doubtful");
});

test("compression ratios are those of Python's zlib", () => {
  const sentence = "And so, my fellow Americans, ask not what your country can do for you.";
  assert.ok(Math.abs(compressionRatio("the ".repeat(50)) - 13.3333) < 1e-3);
  assert.ok(Math.abs(compressionRatio(sentence) - 0.98592) < 1e-4);
  assert.equal(compressionRatio(""), 0);
});
