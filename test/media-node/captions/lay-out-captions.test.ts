import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTypeface } from "../../../media-node/captions/caption-typeface.ts";
import { gapEm, groupWords, rowEm, rowWidthEm } from "../../../media-node/captions/lay-out-captions.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { LETTER_EM, plainTypeface } from "../../support/media/plain-typeface.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
import { saidWithoutSpaces } from "../../support/talks/unspaced-talk.ts";

const STYLE = { ...PRESET_STYLES.bold, maxWordsOnScreen: 4, fontSizePx: 84 };
const TYPEFACE = plainTypeface();

/** Words of a third of a second, one after the other. */
function spoken(text: string, startS = 0): SpokenWord[] {
  return text
    .split(" ")
    .map((word, index) => ({ text: word, startS: startS + index / 3, endS: startS + (index + 1) / 3 }));
}

/** Lines, their rows parted by a stroke. */
function shown(words: readonly SpokenWord[], style = STYLE): string[] {
  return groupWords(words, style, TYPEFACE).map(({ rows }) => rows.map((row) => joinWords(row)).join(" / "));
}

test("a phrase is split into lines of nearly equal length with no more words than the style allows", () => {
  assert.deepEqual(shown(spoken("one two three four five six")), ["one two three", "four five six"]);
  assert.deepEqual(shown(spoken("and hangs from a branch")), ["and hangs", "from a branch"]);
});

test("a word that could not be read on one row stands on several", () => {
  const law = "the Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz was law";
  const rows = groupWords(spoken(law), STYLE, TYPEFACE).flatMap((line) => line.rows);
  assert.match(rows.map((row) => joinWords(row)).join("|"), /^the\|?.*-\|.*gesetz/);
  for (const row of rows) assert.ok(rowEm(row, STYLE, TYPEFACE) <= rowWidthEm(STYLE), joinWords(row));
});

test("a sentence ends its line, whatever quotes follow", () => {
  assert.deepEqual(shown(spoken("He said “yes.” Then left! Nobody knows why? Perhaps he…")), [
    "He said “yes.”",
    "Then left!",
    "Nobody knows why?",
    "Perhaps he…",
  ]);
});

test("a sentence ends its line where no mark says so, and a short word still does not stand alone", () => {
  const ending = (text: string, ...ends: number[]): SpokenWord[] =>
    spoken(text).map((word, at) => (ends.includes(at) ? { ...word, endsSentence: true } : word));
  assert.deepEqual(shown(ending("they left nobody knows", 1)), ["they left", "nobody knows"]);
  assert.deepEqual(shown(ending("it was gone no he left", 2, 3)), ["it was gone", "no he left"]);
  assert.deepEqual(shown(ending("蜂は踊る 誰も知らない", 0))[0], "蜂は踊る");
});

test("a short word does not stand alone, though it be a sentence", () => {
  assert.deepEqual(shown(spoken("She was gone. So I left. Why? Ask her.")), [
    "She was gone.",
    "So I left.",
    "Why? Ask her.",
  ]);
  assert.deepEqual(shown(spoken("one two three four I")), ["one two", "three four I"]);
});

test("a pause ends a line, even where that leaves a short word alone", () => {
  assert.deepEqual(shown([...spoken("one two"), ...spoken("no", 1.4), ...spoken("three", 3)]), [
    "one two",
    "no",
    "three",
  ]);
});

test("a line ends after a clause rather than in it, where both are about even", () => {
  assert.deepEqual(shown(spoken("when it rains, stay home instead")), [
    "when it rains,",
    "stay home instead",
  ]);
});

test("neither a line nor a row ends with a word that belongs to the next one", () => {
  assert.deepEqual(shown(spoken("people never learn the whole truth about bees")), [
    "people never learn",
    "the whole truth",
    "about bees",
  ]);
  assert.deepEqual(shown(spoken("considerably under the circumstances")), [
    "considerably under / the circumstances",
  ]);
});

test("what is too wide for one row stands on the two most even ones", () => {
  const lettersPerRow = Math.floor(rowWidthEm(STYLE) / LETTER_EM);
  const wide = shown(spoken("extraordinary events demand attention"));
  assert.deepEqual(wide, ["extraordinary events / demand attention"]);
  assert.ok((wide[0]?.split(" / ") ?? []).every((row) => row.length <= lettersPerRow));
});

test("lines that would not fit on two rows are split", () => {
  const long = "incomprehensibilities";
  assert.deepEqual(shown(spoken(`${long} ${long} ${long}`)), [long, `${long} / ${long}`]);
});

test("a line is held until the next one when that comes soon, and else goes soon after its last word", () => {
  const words = [...spoken("one two."), ...spoken("three four.", 1.2), ...spoken("five six.", 4)];
  const ends = groupWords(words, STYLE, TYPEFACE).map(({ endS }) => Math.round(endS * 100) / 100);
  assert.deepEqual(ends, [1.2, 2.22, 5.02]);
});

test("a phrase of a script without spaces is split between its words, and its time with it", () => {
  const lines = groupWords([{ text: "我们今天要学习怎么做饭。", startS: 1, endS: 3.4 }], STYLE, TYPEFACE);
  const pieces = lines.flatMap(({ rows }) => rows.flat());
  assert.equal(pieces.map(({ text }) => text).join(""), "我们今天要学习怎么做饭。");
  assert.ok(pieces.length >= 5 && pieces.some(({ text }) => text === "我们"), JSON.stringify(pieces));
  assert.ok(
    pieces.every(({ text }) => !text.startsWith("。")),
    "a full stop begins no line",
  );
  assert.ok(Math.abs((pieces[1]?.startS ?? 0) - 1.4) < 1e-9);
  assert.ok(lines.every(({ rows }) => rows.every((row) => !joinWords(row).includes(" "))));
});

test("of a language without spaces as many words are shown at once as of others", () => {
  assert.deepEqual(shown(saidWithoutSpaces("今天我们要讨论问题，因为大家都想知道。ဈေးသွားမယ်။ကျေးဇူးတင်ပါတယ်။")), [
    "今天我们要",
    "讨论问题，",
    "因为大家都想知道。",
    "ဈေးသွားမယ်။",
    "ကျေးဇူးတင်ပါတယ်။",
  ]);
});

test("no line of Japanese begins with a word's ending", () => {
  const text = "今日は人工知能の技術が医療の分野でどのように使われているかについて話したいと思います";
  assert.deepEqual(shown([{ text, startS: 0, endS: 9 }], { ...STYLE, maxWordsOnScreen: 5 }), [
    "今日は人工知能の",
    "技術が医療の",
    "分野でどのように",
    "使われているかについて",
    "話したいと思います",
  ]);
});

test("a word of Japanese with more endings than there may be words on the screen stays whole", () => {
  const shownOf = (text: string): string[] => shown([{ text, startS: 0, endS: 9 }]);
  assert.deepEqual(shownOf("なぜその会社は失敗したのでしょうか？"), [
    "なぜその会社は",
    "失敗したのでしょうか？",
  ]);
  assert.deepEqual(shownOf("お客様の声を全く聞いていなかったからです。"), [
    "お客様の声を",
    "全く聞いていなかったからです。",
  ]);
});

test("no line of Japanese begins with what is said with the sign before it", () => {
  const lines = shown(
    [{ text: "これからどうなっていくのかはまだだれにもわからないということです。", startS: 0, endS: 9 }],
    { ...STYLE, maxWordsOnScreen: 1 },
  );
  for (const line of lines) assert.doesNotMatch(line, /^っ/, lines.join("|"));
});

test("a space that is written where words have none stands within a row, and neither begins nor ends one", () => {
  assert.deepEqual(shown(saidWithoutSpaces("今天天气很好 我们出去玩吧")), ["今天天气很好", "我们出去玩吧"]);
  assert.deepEqual(
    shown(saidWithoutSpaces("สวัสดีครับ ผมชื่อสมชาย"), { ...STYLE, maxWordsOnScreen: 5, fontSizePx: 60 }),
    ["สวัสดีครับ ผมชื่อสมชาย"],
  );
  const mended = [{ text: "天气很好 我们走", startS: 0, endS: 2 }];
  assert.deepEqual(shown(mended, { ...STYLE, maxWordsOnScreen: 9 }), ["天气很好 我们走"]);
  assert.deepEqual(shown(mended, { ...STYLE, maxWordsOnScreen: 2 }), ["天气很好", "我们走"]);
  const rows = groupWords(
    saidWithoutSpaces("你们好 我们都很好 他们也好"),
    { ...STYLE, maxWordsOnScreen: 9 },
    TYPEFACE,
  );
  for (const row of rows.flatMap((line) => line.rows)) assert.equal(joinWords(row), joinWords(row).trim());
});

test("a space is as wide in a row of such words as in others, and stays where its word cannot be drawn", () => {
  const widthOf = (text: string) => {
    const [line] = groupWords(saidWithoutSpaces(text), { ...STYLE, maxWordsOnScreen: 9 }, TYPEFACE);
    return rowEm(line?.rows[0] ?? [], STYLE, TYPEFACE);
  };
  const gap = gapEm({ text: "a", startS: 0, endS: 1 }, { text: "b", startS: 1, endS: 2 }, STYLE, TYPEFACE);
  assert.ok(gap > 0 && Math.abs(widthOf("好吧 我们走") - widthOf("好吧我们走") - gap) < 1e-9);
  const typeface = plainTypeface("好吧走 ");
  const [line] = groupWords(saidWithoutSpaces("好吧 你走"), STYLE, typeface);
  assert.equal(joinWords(line?.rows[0] ?? []), "好吧 走");
});

test("words with outlines stand apart in a font of narrow spaces, save in rows that are drawn whole", () => {
  const narrow = { widthOf: () => 0.19 };
  const gap = (style: typeof STYLE, text: string): number =>
    gapEm({ text, startS: 0, endS: 1 }, { text, startS: 1, endS: 2 }, style, narrow);
  assert.ok(gap(PRESET_STYLES.karaoke, "is") >= 0.26);
  assert.ok(gap(PRESET_STYLES.shout, "IS") >= 0.26);
  assert.equal(gap(PRESET_STYLES.minimal, "is"), 0.19);
  assert.equal(gap(PRESET_STYLES.karaoke, "של"), 0.19);
  assert.equal(gap({ ...PRESET_STYLES.karaoke, strokeWidthPx: 0 }, "is"), 0.19);
});

test("words of which no font has a letter are left out", () => {
  const typeface = plainTypeface("abc .");
  const lines = groupWords(spoken("ab 🐝 cab. ⠿"), STYLE, typeface);
  assert.deepEqual(
    lines.flatMap(({ rows }) => rows.flat().map(({ text }) => text)),
    ["ab", "cab."],
  );
});

test("signs that a recognizer parted from their letter are shown on it", () => {
  const typeface = createTypeface([
    {
      family: "Thai",
      ascentEm: 1,
      descentEm: 0.25,
      capHeightEm: 0.7,
      advanceEm: (codePoint) => (/\p{M}/u.test(String.fromCodePoint(codePoint)) ? 0 : LETTER_EM),
    },
  ]);
  const characters = [..."สวัสดีครับ"].map((text, index) => ({
    text,
    startS: index / 10,
    endS: (index + 1) / 10,
  }));
  const lines = groupWords(characters, STYLE, typeface);
  const words = lines.flatMap(({ rows }) => rows.flat());
  assert.equal(words.map(({ text }) => text).join(""), "สวัสดีครับ");
  assert.equal(words[1]?.text, "วั");
  assert.deepEqual([words[1]?.startS, words[1]?.endS], [0.1, 0.3]);
  assert.equal(lines.at(-1)?.rows.at(-1)?.at(-1)?.endS, 1);
});

test("a phrase without an end takes a time that grows with its words alone", () => {
  const timeOf = (count: number): number => {
    const words = spoken("b ".repeat(count).trim());
    const startedAt = process.cpuUsage();
    assert.equal(groupWords(words, STYLE, TYPEFACE).flatMap(({ rows }) => rows.flat()).length, count);
    return process.cpuUsage(startedAt).user;
  };
  timeOf(5_000);
  const [some, sixTimes] = [timeOf(5_000), timeOf(30_000)];
  assert.ok(sixTimes < 12 * some, `${some / 1_000} and ${sixTimes / 1_000} ms`);
});

test("no words give no lines", () => {
  assert.deepEqual(groupWords([], STYLE, TYPEFACE), []);
});

test("every word is shown once, in order, from when it is said, and lines never overlap", () => {
  const word = fc.record({
    // A mark alone is shown with its word.
    text: fc
      .string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(..."abcdefgh.,?") })
      .filter((text) => /[a-h]/.test(text)),
    gapS: fc.double({ min: 0, max: 2, noNaN: true }),
    lengthS: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (parts) => {
      let timeS = 0;
      const words = parts.map(({ text, gapS, lengthS }) => {
        const startS = timeS + gapS;
        timeS = startS + lengthS;
        return { text, startS, endS: timeS };
      });
      const lines = groupWords(words, STYLE, TYPEFACE);
      assert.deepEqual(
        lines.flatMap(({ rows }) => rows.flat()),
        words,
      );
      for (const [index, { rows, startS, endS }] of lines.entries()) {
        const line = rows.flat();
        assert.ok(line.length <= STYLE.maxWordsOnScreen && rows.length <= 2);
        assert.equal(startS, line[0]?.startS);
        assert.ok(startS < endS && endS >= (line.at(-1)?.endS ?? 0));
        assert.ok(endS <= (lines[index + 1]?.startS ?? Number.POSITIVE_INFINITY));
      }
    }),
  );
});
