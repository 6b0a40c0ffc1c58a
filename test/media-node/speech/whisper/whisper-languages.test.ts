import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseLanguages,
  type LanguageEvidence,
} from "../../../../media-node/speech/whisper/whisper-languages.ts";

const CODES = ["en", "fr", "cy", ...Array.from({ length: 96 }, (_, index) => `other-${index}`)];
const NOTHING_HEARD = new Float64Array(CODES.length);

/** A window of which the model believes `probabilities`, and the rest of all other languages alike. */
function window(durationS: number, probabilities: Readonly<Record<string, number>>): LanguageEvidence {
  const named = Object.values(probabilities).reduce((sum, probability) => sum + probability, 0);
  const each = (1 - named) / (CODES.length - Object.keys(probabilities).length);
  return { durationS, logProbs: Float32Array.from(CODES, (code) => Math.log(probabilities[code] ?? each)) };
}

function chosen(windows: readonly LanguageEvidence[], heardS = NOTHING_HEARD): (string | undefined)[] {
  return chooseLanguages(windows, heardS).map((place) => CODES[place]);
}

test("a short answer is in the language that is spoken around it, whatever it sounds like", () => {
  const okay = window(1.2, { cy: 0.7, en: 0.1 });
  assert.deepEqual(chosen([window(25, { en: 0.97 }), okay]), ["en", "en"]);
  const heardS = Float64Array.from(CODES, (code) => (code === "en" ? 90 : 0));
  assert.deepEqual(chosen([okay], heardS), ["en"]);
});

test("somebody who surely speaks another language for a while is believed", () => {
  const english = window(28, { en: 0.98 });
  assert.deepEqual(chosen([english, window(28, { fr: 0.6, en: 0.3 })]), ["en", "fr"]);
  assert.deepEqual(chosen([english, window(6, { fr: 0.98, en: 0.005 })]), ["en", "fr"]);
  assert.deepEqual(chosen([english, window(3, { fr: 0.99, en: 0.005 })]), ["en", "fr"]);
  assert.deepEqual(chosen([english, window(1, { fr: 0.99, en: 0.005 })]), ["en", "fr"]);
});

test("where all windows are short, what most of them say counts", () => {
  const short = [window(4, { en: 0.8 }), window(3, { en: 0.7, fr: 0.1 }), window(1, { cy: 0.4, en: 0.3 })];
  assert.deepEqual(chosen(short), ["en", "en", "en"]);
});

test("a window that is alone is in its likeliest language", () => {
  assert.deepEqual(chosen([window(0.8, { cy: 0.4, en: 0.3 })]), ["cy"]);
  assert.deepEqual(chosen([]), []);
});

test("each of two languages that are spoken in turn is near at hand", () => {
  const windows = [
    window(20, { en: 0.99 }),
    window(20, { fr: 0.99 }),
    window(1, { fr: 0.6, en: 0.3 }),
    window(1, { en: 0.6, fr: 0.3 }),
  ];
  assert.deepEqual(chosen(windows), ["en", "fr", "fr", "en"]);
});
