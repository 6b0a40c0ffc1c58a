// Marks that French and others write with a space between them and their word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
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

/** The words that are shown, each said for a second. */
function shownOf(...words: readonly (Partial<SpokenWord> & { readonly text: string })[]): string[] {
  const spoken = words.map((word, index) => ({ startS: index, endS: index + 1, ...word }));
  return groupWords(spoken, PRESET_STYLES.bold, plainTypeface()).flatMap(({ rows }) =>
    rows.map((row) => joinWords(row)),
  );
}

test("a mark of scripts without spaces gets one only where one is written", () => {
  assert.deepEqual(shownOf({ text: "好" }, { text: "?" }), ["好?"]);
  assert.deepEqual(shownOf({ text: "ครับ" }, { text: "!" }), ["ครับ!"]);
  assert.deepEqual(shownOf({ text: "他" }, { text: "好" }, { text: "?", followsSpace: true }), [
    "他好\u00a0?",
  ]);
});

test("marks of Arabic and Hindi stay with their word as well", () => {
  assert.deepEqual(shownOf({ text: "هل" }, { text: "تنام" }, { text: "؟" }), ["هل تنام\u00a0؟"]);
  assert.deepEqual(shownOf({ text: "मधु" }, { text: "है" }, { text: "।" }), ["मधु है\u00a0।"]);
});

test("a sign of money before its number is no mark of the word before it", () => {
  const words = ["kost", "€", "50", "en", "geen", "€", "60"].map((text) => ({ text }));
  const shown = shownOf(...words).join(" ");
  assert.equal(shown, "kost €\u00a050 en geen €\u00a060");
  for (let from = 0; from < 60; from += 1) {
    const lines = subtitleLines(`${"a".repeat(from)} dat kost € 50 en dan nog eens € 60 per week`);
    assert.ok(
      lines.every((line) => !line.endsWith("€")),
      lines.join("|"),
    );
  }
});

test("a mark with which somebody else begins is nobody's before", () => {
  assert.deepEqual(shownOf({ text: "Oui" }, { text: "?", startsTurn: true }), ["Oui ?"]);
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
