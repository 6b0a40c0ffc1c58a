// Against transformers.js on the same files: models of the real architecture whose random weights are written here.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readWhisperConfiguration } from "../../../../media-node/speech/whisper/whisper-configuration.ts";
import {
  type DecodedTokens,
  decodeWindows,
  languageLogProbs,
} from "../../../../media-node/speech/whisper/whisper-decoding.ts";
import { WhisperFrontEnd } from "../../../../media-node/speech/whisper/whisper-features.ts";
import { WhisperModel } from "../../../../media-node/speech/whisper/whisper-model.ts";
import { timeTokens } from "../../../../media-node/speech/whisper/whisper-word-aligner.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { openReferenceWhisper } from "../../../support/speech/reference-whisper.ts";
import { type TinyWhisperOptions, writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { realTokenizer } from "../../../support/speech/tiny-whisper-tokenizer.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const FILES = { encoder: "onnx/encoder_model.onnx", decoder: "onnx/decoder_model_merged.onnx" };
const CPU = { providers: ["cpu"], threads: 1 } as const;
const GREEDY = { hasTimestamps: true, temperature: 0 } as const;
/** transformers.js does not bound the first timestamp. */
const UNBOUNDED = { max_initial_timestamp_index: 1500 };

async function openTiny(
  t: TestContext,
  options: TinyWhisperOptions,
): Promise<{ folder: string; model: WhisperModel }> {
  const folder = await temporaryFolder(t);
  await writeTinyWhisper(folder, options);
  const model = await WhisperModel.open(folder, FILES, await readWhisperConfiguration(folder), CPU);
  t.after(() => model.dispose());
  return { folder, model };
}

const front = new WhisperFrontEnd(80);
const computed = new Map<number, Float32Array>();

/** Of one sound a seed; nobody writes into them. */
function featuresOf(seeds: readonly number[]): Float32Array[] {
  return seeds.map((seed) => {
    const features = computed.get(seed) ?? front.compute(whisperAudio(seed));
    computed.set(seed, features);
    return features;
  });
}

function assertClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, index) => {
    assert.ok(Math.abs(value - (expected[index] as number)) <= tolerance, `${index}: ${actual} ${expected}`);
  });
}

interface Compared {
  readonly tokens: readonly (readonly number[])[];
  readonly timestampBegin: number;
}

/** Decodes windows as one batch here and one by one there, and holds tokens and token times against each other. */
async function compare(
  t: TestContext,
  options: TinyWhisperOptions,
  { hasTimestamps, language }: { hasTimestamps: boolean; language?: string },
): Promise<Compared> {
  const { folder, model } = await openTiny(t, { ...options, generation: UNBOUNDED });
  const { startToken, noTimestampsToken, languages, transcribeToken, maxNewTokens, rules, alignmentHeads } =
    model.configuration;
  const sot =
    language === undefined
      ? [startToken]
      : [startToken, languages?.get(language) as number, transcribeToken as number];
  const reference = await openReferenceWhisper(folder, {
    melBins: 80,
    noTimestampsToken,
    alignmentHeads,
    prefixLength: sot.length,
  });
  t.after(() => reference.dispose());
  const features = featuresOf([1, 2, 3, 4]);
  const hidden = await model.encode(features);
  const prefix = hasTimestamps ? sot : [...sot, noTimestampsToken];
  const decoded = await decodeWindows(
    model,
    hidden,
    features.map(() => prefix),
    { hasTimestamps, temperature: 0 },
  );
  for (const [row, { tokens }] of decoded.entries()) {
    const expected = await reference.generate(features[row] as Float32Array, {
      hasTimestamps,
      maxNewTokens,
      ...(language === undefined ? {} : { language }),
    });
    assert.deepEqual([...tokens, rules.endToken].slice(0, expected.tokens.length), expected.tokens);
    if (hasTimestamps) continue;
    // It has no attention of the last token that it says; after an end that is no loss.
    const read = tokens.slice(0, expected.tokens.length - 1);
    const request = { hidden: await model.selectWindows(hidden, [row]), prefix: sot, durationS: 30 };
    const { startsS } = await timeTokens(model, request, read);
    assertClose(startsS, expected.rowStartsS, 1e-6);
  }
  return { tokens: decoded.map(({ tokens }) => tokens), timestampBegin: rules.timestampBegin };
}

test("tokens and token times are those of transformers.js, without timestamps", async (t) => {
  const { tokens } = await compare(t, { seed: 3 }, { hasTimestamps: false });
  assert.ok(new Set(tokens.flat()).size > 20, "the model says many different things");
});

test("tokens are those of transformers.js, with timestamps", async (t) => {
  for (const seed of [1, 3]) {
    const { tokens, timestampBegin } = await compare(t, { seed }, { hasTimestamps: true });
    const times = tokens.map((said) => said.filter((token) => token >= timestampBegin).length);
    assert.ok(Math.max(...times) >= 3, "the model closes segments and opens others");
    assert.ok(tokens.some((said) => said.some((token) => token < timestampBegin)));
  }
});

test("a multilingual model says what transformers.js says in each language", async (t) => {
  for (const language of ["en", "de"]) {
    await compare(t, { seed: 5, isMultilingual: true }, { hasTimestamps: false, language });
  }
});

const TOKENIZER = sharedData("whisper-tiny.en/tokenizer.json");
test("tokens are those of transformers.js with the real vocabulary", { skip: TOKENIZER.skip }, async (t) => {
  const options = { tokenizer: realTokenizer(TOKENIZER.path), logits: { text: 5, end: 10, timestamp: 5 } };
  const { tokens } = await compare(t, { ...options, seed: 2 }, { hasTimestamps: true });
  await compare(t, { ...options, seed: 2 }, { hasTimestamps: false });
  assert.ok(new Set(tokens.flat()).size > 10, "the model says many different things");
});

test("a row's outcome does not depend on its batch, greedy or sampled", async (t) => {
  const { model } = await openTiny(t, { seed: 1 });
  const features = featuresOf([1, 2, 3, 4, 5]);
  const prefix = [model.configuration.startToken];
  const hidden = await model.encode(features);
  const lengths = new Set<number>();
  for (const temperature of [0, 0.4, 1]) {
    const options = { hasTimestamps: true, temperature };
    const together = await decodeWindows(
      model,
      hidden,
      features.map(() => prefix),
      options,
    );
    for (const [row, outcome] of together.entries()) {
      const [alone] = await decodeWindows(model, await model.selectWindows(hidden, [row]), [prefix], options);
      assert.deepEqual(outcome.tokens, alone?.tokens);
      assertClose(numbersOf(outcome), numbersOf(alone as DecodedTokens), 1e-4);
      lengths.add(outcome.tokens.length);
    }
  }
  assert.ok(lengths.size > 2, "rows end at different steps, so that the batch shrinks");
});

function numbersOf({ averageLogProbability, noSpeechProbability }: DecodedTokens): number[] {
  return [averageLogProbability, noSpeechProbability];
}

test("a window ends at half of the decoder's positions when the model never ends", async (t) => {
  const { model } = await openTiny(t, { logits: { text: 7, end: 0, timestamp: 3 }, maxPositions: 40 });
  const hidden = await model.encode(featuresOf([1]));
  const [decoded] = await decodeWindows(model, hidden, [[model.configuration.startToken]], GREEDY);
  assert.equal(decoded?.tokens.length, 20);
});

test("how likely a language is, is told by the language tokens alone", async (t) => {
  const { model } = await openTiny(t, { isMultilingual: true, seed: 9 });
  const { configuration } = model;
  const languages = configuration.languages as ReadonlyMap<string, number>;
  const hidden = await model.encode(featuresOf([1, 2, 3]));
  const start = [configuration.startToken];
  const { prediction } = await model.start(hidden, [start, start, start]);
  const logProbs = await languageLogProbs(model, hidden, languages);
  assert.equal(logProbs.length, 3);
  for (const [row, ofLanguages] of logProbs.entries()) {
    const likelihoods = Array.from(languages.values(), (token) =>
      Math.exp(prediction.logits[row * configuration.vocabularySize + token] as number),
    );
    const whole = likelihoods.reduce((sum, likelihood) => sum + likelihood, 0);
    const expected = likelihoods.map((likelihood) => Math.log(likelihood / whole));
    assertClose([...ofLanguages], expected, 1e-4);
  }
});
