import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpeechBounds } from "../../../../media-node/models/speech-bounds.ts";
import type { RecognizedWord } from "../../../../media-node/speech/speech-recognizer.ts";
import {
  judgeWindows,
  type UnjudgedWindow,
} from "../../../../media-node/speech/transcripts/judge-windows.ts";

const BOUNDS: SpeechBounds = {
  voice: { score: 0.75, misheard: 0.16, entropyNats: 0.45 },
  window: { score: 0.7, misheard: 0.2, entropyNats: 0.5 },
  run: { score: 0.45, misheard: 0.5, entropyNats: 0.7 },
  stranger: { score: 0.6, misheard: 0.35, entropyNats: 0.65 },
};
const WORD_S = 0.5;

interface Measures {
  readonly score: number;
  /** Of ten sounds. */
  readonly misheard: number;
  /** Of one frame. */
  readonly entropyNats: number;
}

const KNOWN: Measures = { score: 0.92, misheard: 0, entropyNats: 0.2 };
const STRANGER: Measures = { score: 0.66, misheard: 3, entropyNats: 0.6 };

function windowOf(startS: number, measures: readonly Measures[]): UnjudgedWindow {
  const words = measures.map(
    ({ score, misheard, entropyNats }, index): RecognizedWord => ({
      text: "word",
      startS: startS + index * WORD_S,
      endS: startS + (index + 0.8) * WORD_S,
      score,
      acoustics: { phones: 10, phoneErrors: misheard, frames: 10, entropyNats: 10 * entropyNats },
    }),
  );
  return { startS, endS: startS + measures.length * WORD_S, language: "en", words };
}

const times = (count: number, measures: Measures): Measures[] =>
  Array.from({ length: count }, () => measures);
const believed = (windows: readonly UnjudgedWindow[]): boolean[] =>
  judgeWindows(windows, { bounds: BOUNDS }).map(({ isConfident }) => isConfident);

test("a voice that the model knows is believed, and a stranger is not", () => {
  assert.deepEqual(believed([windowOf(0, times(30, KNOWN))]), [true]);
  assert.deepEqual(believed([windowOf(0, times(30, STRANGER))]), [false]);
});

test("one measure beyond its bound is enough for doubt", () => {
  for (const change of [{ score: 0.7 }, { misheard: 2 }, { entropyNats: 0.5 }]) {
    assert.deepEqual(believed([windowOf(0, times(30, { ...KNOWN, ...change }))]), [false]);
  }
});

test("a few words that seem right prove nothing", () => {
  const lucky = { score: 0.82, misheard: 1, entropyNats: 0.35 };
  assert.deepEqual(believed([windowOf(0, times(3, lucky))]), [false]);
  assert.deepEqual(believed([windowOf(0, times(30, lucky))]), [true]);
});

test("a stranger's lucky window is doubted for what stands around it, a minute away at most", () => {
  const stranger = [0, 20].map((startS) => windowOf(startS, times(30, STRANGER)));
  const lucky = times(30, KNOWN);
  assert.deepEqual(believed([...stranger, windowOf(40, lucky)]), [false, false, false]);
  assert.deepEqual(believed([...stranger, windowOf(90, lucky)]), [false, false, true]);
});

test("a stranger who says a few words among a known voice's is noticed", () => {
  const interrupted = [...times(20, KNOWN), ...times(6, { ...STRANGER, misheard: 6 }), ...times(40, KNOWN)];
  assert.deepEqual(believed([windowOf(0, interrupted)]), [false]);
  assert.deepEqual(believed([windowOf(0, [...times(20, KNOWN), { ...STRANGER, misheard: 6 }])]), [true]);
});

test("without bounds the mean word score decides", () => {
  const windows = [windowOf(0, times(5, KNOWN)), windowOf(10, times(5, STRANGER))];
  const judged = judgeWindows(windows, { confidentScore: 0.7 });
  assert.deepEqual(
    judged.map(({ isConfident }) => isConfident),
    [true, false],
  );
  assert.ok(judgeWindows(windows, {}).every(({ isConfident }) => isConfident));
});

test("words of which no engine tells what was heard are not believed where bounds ask for it", () => {
  const window = windowOf(0, times(30, KNOWN));
  const words = window.words.map(({ text, startS, endS, score }) => ({ text, startS, endS, score }));
  assert.deepEqual(believed([{ ...window, words }]), [false]);
});

test("what was only needed to judge is taken off the words", () => {
  const [window] = judgeWindows([windowOf(0, [KNOWN])], { bounds: BOUNDS });
  assert.deepEqual(window?.words, [{ text: "word", startS: 0, endS: 0.4, score: KNOWN.score }]);
});
