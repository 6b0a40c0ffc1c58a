// What becomes of the rest of a window that the model leaves early. What it says is planted token by token; everything
// else is a real model's work.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { SpeechRecognizer } from "../../../../media-node/speech/speech-recognizer.ts";
import {
  ENCODER_FRAMES,
  type Prediction,
  WhisperModel,
} from "../../../../media-node/speech/whisper/whisper-model.ts";
import { openWhisperRecognizer } from "../../../../media-node/speech/whisper/whisper-recognizer.ts";
import { writeTinyWhisper } from "../../../support/speech/tiny-whisper.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const FRAME_S = 0.02;
/** Of a token that is to be chosen, so far above all others that nothing else can be. */
const SURE = 50;

/** What a model says of a part of a window: text tokens, and seconds as timestamps; or that nobody speaks there. */
type Said = readonly (number | { readonly atS: number })[] | "no speech";

/** Has each token of a text heard for `wordS` from `startS` on, in a row, whatever the model's attention says. */
function hearing(t: TestContext, heardOf: () => { readonly startS: number; readonly wordS: number }): void {
  const { attend } = WhisperModel.prototype;
  t.mock.method(
    WhisperModel.prototype,
    "attend",
    async function (this: WhisperModel, ...asked: Parameters<typeof attend>) {
      const attended = await attend.apply(this, asked);
      const { startS, wordS } = heardOf();
      const frameOf = (token: number): number => Math.round((startS + token * wordS) / FRAME_S);
      for (const weights of attended.attention.values()) {
        const tokens = asked[1].length;
        weights.fill(1e-3);
        for (let row = 0; row < weights.length / ENCODER_FRAMES; row += 1) {
          // The start token is left out of the path.
          const token = (row % tokens) - 1;
          const first = row * ENCODER_FRAMES;
          const from = token <= 0 ? 0 : frameOf(token);
          const to = token === tokens - 2 ? ENCODER_FRAMES : frameOf(token + 1);
          weights.fill(1, first + from, first + to);
        }
      }
      return attended;
    },
  );
}

/** A recognizer whose model says `parts` of a window, one after the other, and the last one again and again. */
async function saying(t: TestContext, parts: readonly Said[], maxPositions = 64) {
  const bundle = await writeTinyWhisper(await temporaryFolder(t), { seed: 3, maxPositions });
  const recognizer: SpeechRecognizer = await openWhisperRecognizer(bundle, {
    providers: ["cpu"],
    threads: 1,
  });
  t.after(() => recognizer.dispose());
  let decoded = -1;
  let said = 0;
  const predict = (model: WhisperModel): Prediction => {
    const { rules, vocabularySize, noSpeechToken } = model.configuration;
    const part = parts[decoded] ?? parts.at(-1);
    const next = part === "no speech" ? noSpeechToken : (part?.[said] ?? rules.endToken);
    const token = typeof next === "number" ? next : rules.timestampBegin + Math.round(next.atS / FRAME_S);
    said += 1;
    const logits = new Float32Array(vocabularySize);
    logits[token] = SURE;
    return { logits, positions: 1 };
  };
  t.mock.method(WhisperModel.prototype, "start", async function (this: WhisperModel, hidden: never) {
    decoded += 1;
    said = 0;
    return { batch: { memory: "cache", hidden, past: {}, tokens: [[]] }, prediction: predict(this) };
  });
  t.mock.method(WhisperModel.prototype, "step", async function (this: WhisperModel) {
    return predict(this);
  });
  return { recognizer, decodings: () => decoded + 1 };
}

test("a window whose first segment is a short word is decoded on behind it", async (t) => {
  const { recognizer, decodings } = await saying(t, [
    [{ atS: 0 }, 270, 271, { atS: 0.6 }, { atS: 0.6 }],
    [{ atS: 0 }, 280, 281, 282, 283, { atS: 8 }],
  ]);
  const [recognized] = await recognizer.recognize([whisperAudio(1, 20)], {});
  assert.equal(decodings(), 2);
  assert.equal(recognized?.words.length, 6);
  const behind = recognized?.words.slice(2) ?? [];
  assert.ok(behind.every(({ startS }) => startS >= 0.6));
});

test("a window is decoded on behind its last word, where that ends after the time that the model says", async (t) => {
  const { recognizer, decodings } = await saying(t, [
    [{ atS: 0 }, 270, 271, 272, 273, { atS: 5 }, { atS: 5 }],
    [{ atS: 0 }, 280, 281, { atS: 8 }],
  ]);
  hearing(t, () => ({ startS: decodings() === 1 ? 3.3 : 0, wordS: 0.5 }));
  const [recognized] = await recognizer.recognize([whisperAudio(1, 20)], {});
  const words = recognized?.words ?? [];
  assert.equal(words.length, 6);
  assert.ok(Math.abs((words[3]?.endS ?? 0) - 5.3) < 0.1, `${words[3]?.endS}`);
  assert.ok((words[4]?.startS ?? 0) >= (words[3]?.endS ?? 0), "no sound is heard twice");
});

test("a word that attention puts far behind its segment ends where the window is decoded on", async (t) => {
  const { recognizer, decodings } = await saying(t, [
    [{ atS: 0 }, 270, 271, { atS: 2 }, { atS: 2 }],
    [{ atS: 0 }, 280, 281, 282, { atS: 8 }],
  ]);
  hearing(t, () => ({ startS: decodings() === 1 ? 14 : 1, wordS: 0.5 }));
  const [recognized] = await recognizer.recognize([whisperAudio(1, 20)], {});
  const words = recognized?.words ?? [];
  assert.equal(words.length, 5);
  let latestS = 0;
  for (const { startS, endS } of words) {
    assert.ok(startS >= latestS && endS >= startS, `${startS} after ${latestS}`);
    latestS = endS;
  }
  assert.ok(latestS < 6, `${latestS}`);
});

test("a window whose text ends without a time is decoded on behind its last word", async (t) => {
  const { recognizer, decodings } = await saying(t, [
    [{ atS: 0 }, 270, 271, 272],
    [{ atS: 0 }, 280, 281, { atS: 8 }],
  ]);
  hearing(t, () => ({ startS: 1, wordS: 0.5 }));
  const [recognized] = await recognizer.recognize([whisperAudio(1, 29)], {});
  const words = recognized?.words ?? [];
  assert.equal(decodings(), 2);
  assert.equal(words.length, 5);
  assert.ok(Math.abs((words[2]?.endS ?? 0) - 2.5) < 0.1, `${words[2]?.endS}`);
  assert.ok(Math.abs((words[4]?.startS ?? 0) - 4) < 0.1, `${words[4]?.startS}`);
});

test("a window whose tokens run out is decoded on from the word that they end in", async (t) => {
  // 32 tokens fit. The last ones begin a letter of three bytes.
  const full = [{ atS: 0 }, ...Array.from({ length: 29 }, (_, index) => 270 + index), 0xe1, 0x80];
  const { recognizer, decodings } = await saying(t, [full, [{ atS: 0 }, 300, 301, { atS: 8 }]]);
  hearing(t, () => ({ startS: decodings() === 1 ? 0.2 : 0, wordS: 0.4 }));
  const [recognized] = await recognizer.recognize([whisperAudio(1, 29)], {});
  const words = recognized?.words ?? [];
  assert.equal(decodings(), 2);
  assert.equal(words.length, 28 + 2);
  assert.ok(words.every(({ text }) => !text.includes("\uFFFD")));
  assert.ok(Math.abs((words[27]?.endS ?? 0) - 11.4) < 0.1, `${words[27]?.endS}`);
  assert.ok((words[28]?.startS ?? 0) >= (words[27]?.endS ?? 0), "no sound is heard twice");
});

test("a rest is decoded once where nobody speaks in it, and not at all where it is a moment", async (t) => {
  const said: Said = [{ atS: 0 }, 270, 271, 272, 273];
  const { recognizer, decodings } = await saying(t, [said, "no speech", said]);
  hearing(t, () => ({ startS: 0.2, wordS: 0.5 }));
  const [before] = await recognizer.recognize([whisperAudio(1, 29)], {});
  assert.equal(before?.words.length, 4);
  assert.equal(decodings(), 2);
  const [whole] = await recognizer.recognize([whisperAudio(1, 2.6)], {});
  assert.equal(whole?.words.length, 4);
  assert.equal(decodings(), 3);
});

const MOMENTS: Readonly<Record<string, Said>> = {
  closed: [{ atS: 0 }, 270, { atS: 0.02 }, { atS: 0.02 }],
  unclosed: [{ atS: 0 }, 270],
};

for (const [name, said] of Object.entries(MOMENTS)) {
  test(`a model that never says more than a moment of a window, ${name}, comes to its end all the same`, async (t) => {
    const { recognizer, decodings } = await saying(t, [said]);
    hearing(t, () => ({ startS: 0, wordS: 0.02 }));
    const [recognized] = await recognizer.recognize([whisperAudio(1, 30)], {});
    assert.ok((recognized?.words.length ?? 0) > 1);
    assert.ok(decodings() > 2 && decodings() <= 60, `${decodings()} decodings`);
  });
}

test("a model that repeats itself at one moment until its tokens are out is soon through its window", async (t) => {
  const loop = Array.from({ length: 223 }, (_, index) => 270 + (index % 3));
  const { recognizer, decodings } = await saying(t, [[{ atS: 0 }, ...loop]], 448);
  hearing(t, () => ({ startS: 0, wordS: 0 }));
  await recognizer.recognize([whisperAudio(1, 30)], {});
  // 224 tokens are at least 2.24 s, and are decoded at six temperatures.
  assert.ok(decodings() > 6 && decodings() <= 14 * 6, `${decodings()} decodings`);
});
