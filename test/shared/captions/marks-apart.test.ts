// Marks that French and others write with a space between them and their word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import { joinWords, subtitleLines } from "../../../shared/captions/subtitle-lines.ts";
import { plainTypeface } from "../../support/media/plain-typeface.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";

const SAID = [
  "Est-ce que les abeilles dorment ? « Oui, elles dorment. » Et les bourdons dorment aussi : voilà !",
  "Elle a dit : « Les abeilles dorment toutes » ; et moi, je ne dors pas !",
  "Wir haben im letzten Winter etwa 50 % der Bienen verloren, das sind 900 € im Jahr.",
];
test("a mark that stands apart is shown as long as its word", () => {
  const words = ["ça", "?", "«", "Oui"].map((text, index) => ({ text, startS: index, endS: index + 1 }));
  const shown = groupWords(words, PRESET_STYLES.bold, plainTypeface()).flatMap(({ rows }) => rows.flat());
  assert.deepEqual(shown, [
    { text: "ça\u00a0?", startS: 0, endS: 2 },
    { text: "«\u00a0Oui", startS: 2, endS: 4 },
  ]);
});

const CLOSES = /^[?!:;»%€]/u;
const OPENS = /«$/u;

test("no subtitle line begins with a mark that closes, or ends with one that opens", () => {
  for (const said of SAID)
    for (let from = 0; from < said.length; from += 1) {
      const text = `${"a".repeat(from)} ${said}`;
      for (const line of subtitleLines(text)) assert.ok(!CLOSES.test(line) && !OPENS.test(line), line);
    }
});

test("no row of captions begins with a mark that closes, or ends with one that opens", () => {
  for (const [fontSizePx, maxWordsOnScreen] of [
    [84, 3],
    [84, 4],
    [120, 2],
    [60, 6],
  ] as const)
    for (const said of SAID) {
      const words = said
        .split(" ")
        .map((text, index) => ({ text, startS: index / 3, endS: (index + 1) / 3 }));
      const style = { ...PRESET_STYLES.bold, fontSizePx, maxWordsOnScreen };
      const lines = groupWords(words, style, plainTypeface());
      const shown = lines.flatMap(({ rows }) => rows.flat().map(({ text }) => text));
      assert.equal(shown.join(" ").replaceAll("\u00a0", " "), said);
      for (const { rows } of lines)
        for (const row of rows) {
          const line = joinWords(row);
          assert.ok(!CLOSES.test(line) && !OPENS.test(line), `${fontSizePx} ${maxWordsOnScreen}: ${line}`);
        }
    }
});
