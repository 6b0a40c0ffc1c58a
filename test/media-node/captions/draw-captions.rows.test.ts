import assert from "node:assert/strict";
import { test } from "node:test";
import { drawCaptions } from "../../../media-node/captions/draw-captions.ts";
import { BUNDLED_FFMPEG } from "../../../media-node/ffmpeg/bundled-tools.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

const STYLE = { ...PRESET_STYLES.bold, maxWordsOnScreen: 9, fontSizePx: 60 } as const;

/** What is drawn while the first word is said: the fonts of each event with the text that is in them. */
async function drawn(text: string, style: CaptionStyle): Promise<string[]> {
  const words = text.split(" ").map((word, index) => ({ text: word, startS: index, endS: index + 1 }));
  const target = { style, ffmpeg: BUNDLED_FFMPEG, frame: { width: 1_080, height: 1_920 }, frameRate: 10_000 };
  const { script } = (await drawCaptions(words, target)) ?? assert.fail("nothing is drawn");
  return script.split("\n").flatMap((line) => {
    if (!/^Dialogue: [23],0:00:00\.00/.test(line)) return [];
    const runs: { family: string; text: string }[] = [];
    for (const [, tags = "", shown = ""] of line.matchAll(/\{([^}]*)\}([^{]*)/g)) {
      const family = /\\fn([^\\]*)/.exec(tags)?.[1] ?? runs.at(-1)?.family ?? "";
      const last = runs.at(-1);
      if (last?.family === family) last.text += shown;
      else if (shown !== "") runs.push({ family, text: shown });
    }
    return [runs.map(({ family, text: shown }) => `${family}: ${shown}`).join(" | ")];
  });
}

test("the letters and the shadow of a row that is drawn whole have the same fonts, and spaces are in the style's own", async () => {
  const wanted = [
    "Noto Sans Arabic ExtraBold: شكرا",
    "Montserrat ExtraBold:  100",
    "Noto Emoji: 😀",
    "Montserrat ExtraBold:  ",
    "Noto Sans Arabic ExtraBold: لكم",
  ].join(" | ");
  assert.deepEqual(await drawn("شكرا 100😀 لكم", STYLE), [wanted, wanted]);
  const unmarked = { ...STYLE, highlightColor: null, animation: "none", shadow: "none" } as const;
  assert.deepEqual(await drawn("شكرا 100😀 لكم", unmarked), [wanted]);
});

test("what is left of a word whose flag no font has stands at the word before", async () => {
  const plain = {
    ...STYLE,
    uppercase: false,
    highlightColor: null,
    animation: "none",
    shadow: "none",
  } as const;
  assert.deepEqual(await drawn("go today 🇫🇷!", plain), ["Montserrat ExtraBold: go today!"]);
});
