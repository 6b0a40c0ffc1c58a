import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openTypeface, type Typeface } from "../../../../media-node/captions/caption-typeface.ts";
import { textLine } from "../../../../media-node/reel/drawing/reel-svg.ts";
import { type FittedText, fitText, type TypeStyle } from "../../../../media-node/reel/drawing/reel-type.ts";
import { plainTypeface } from "../../../support/media/plain-typeface.ts";

const ARABIC = "مباراة القمة: نهائي الكأس بين الفريقين";
const CHINESE = "全国冠军联赛总决赛精彩集锦：北方队对南方队，主场观众欢呼";
const EMOJI = "Finale ⚽🔥 3–2 👨‍👩‍👧 🇫🇷!";
const HOSTILE = `<b>&amp;"O'Neil" ]]></text><script/>`;

let typeface: Typeface;

before(async () => {
  typeface = await openTypeface("Anton", [ARABIC, CHINESE, EMOJI, HOSTILE, "…/ABCabcXx :-! 0123456789"]);
});

function fitted(text: string, style: Partial<TypeStyle> = {}): FittedText {
  return fitText(text, { typeface, size: 100, minSize: 40, maxLines: 2, maxWidth: 800, ...style });
}

function drawn(text: FittedText): string {
  return text.lines
    .map((line) => textLine(text, line, { x: 10, baseline: 20, align: "left", paint: { fill: "#FFFFFF" } }))
    .join("");
}

test("a short text keeps its size in one line", () => {
  const { lines, size, width } = fitted("Derby");
  assert.deepEqual([lines, size], [["Derby"], 100]);
  assert.ok(width > 100 && width < 300);
});

test("a text that is a little too long is set smaller, one that is much too long in lines of about the same length", () => {
  const alone = fitted("Riverside against Harbour", { maxWidth: 900, maxLines: 1 });
  assert.equal(alone.lines.length, 1);
  assert.ok(alone.size < 100 && alone.width <= 900.001);
  const broken = fitted("Riverside United against Harbour City", { maxWidth: 700 });
  assert.deepEqual(broken.lines, ["Riverside United", "against Harbour City"]);
  assert.ok(broken.width <= 700.001);
});

test("a line begins with no dash", () => {
  const { lines } = fitted("Riverside – Harbour", { maxWidth: 420 });
  assert.deepEqual(lines, ["Riverside –", "Harbour"]);
});

test("a text that fits in no size ends with an ellipsis behind a whole word", () => {
  const { lines, size, width } = fitted("The comeback of the century ".repeat(20));
  assert.equal(size, 40);
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /[a-z]…$/);
  assert.ok(
    "The comeback of the century".split(" ").includes((lines[1] ?? "").slice(0, -1).split(" ").at(-1) ?? ""),
  );
  assert.ok(width <= 800.001);
});

test("a word without end, Chinese and Arabic stay within the width", () => {
  for (const text of ["X".repeat(500), CHINESE.repeat(4), ARABIC.repeat(5), EMOJI.repeat(9)]) {
    const { lines, width, size } = fitted(text);
    assert.ok(lines.length <= 2 && lines.length >= 1);
    assert.ok(width <= 800.001, `${text.slice(0, 20)} is ${width} wide`);
    assert.ok(size >= 40);
  }
});

test("lines are set smaller where their height is bounded, and fewer at last", () => {
  const text = "Riverside United against Harbour City";
  const low = fitted(text, { maxWidth: 700, maxHeight: 180, lineEm: 1.2 });
  assert.ok(low.lines.length * low.size * 1.2 <= 180.001);
  const one = fitted(text.repeat(9), { maxWidth: 700, maxHeight: 50, lineEm: 1.2 });
  assert.equal(one.lines.length, 1);
});

test("a text of which no font has anything gives no line", () => {
  assert.deepEqual(fitted("").lines, []);
  assert.deepEqual(fitted("\u200d\ufe0f").lines, []);
});

test("letters of scripts that join or are never spaced are not set apart", () => {
  assert.equal(fitted("Derby", { trackingEm: 0.1 }).trackingEm, 0.1);
  assert.equal(fitted(ARABIC, { trackingEm: 0.1 }).trackingEm, 0);
  assert.equal(fitted(CHINESE, { trackingEm: 0.1 }).trackingEm, 0);
});

test("a text that looks like elements is drawn as text", () => {
  const svg = drawn(fitted(HOSTILE, { minSize: 10 }));
  assert.equal(svg.match(/</g)?.length, 2 * fitted(HOSTILE, { minSize: 10 }).lines.length);
  assert.ok(svg.includes("&lt;b&gt;&amp;amp;"));
});

test("an emoji makes the digits and spaces of a title no wider", () => {
  const [plain, emoji] = [fitted("Top 10 of 2024"), fitted("Top 10 of 2024 🔥")];
  assert.ok(emoji.width < plain.width + 1.6 * plain.size, `${emoji.width} after ${plain.width}`);
});

test("a flag, which no font has, leaves no space behind", () => {
  assert.deepEqual(fitted("Rovers 🇫🇷 – Lions 🇧🇷!").lines, fitted("Rovers – Lions!").lines);
});

test("a line that is read from right to left says so, and begins on the right of its block", () => {
  assert.match(drawn(fitted(ARABIC)), /text-anchor="start" direction="rtl"/);
  assert.match(drawn(fitted("Derby")), /text-anchor="start" fill/);
});

test("a title is read as most of its words are, though its first one or one of its lines is another's", () => {
  const titled = (text: string): number[] =>
    drawn(fitted(text, { maxWidth: 300 }))
      .split("</text>")
      .slice(0, -1)
      .map((line) => Number(line.includes("rtl")));
  assert.deepEqual(titled("Riverside مباراة القمة نهائي"), [1, 1]);
  assert.deepEqual(titled("مباراة and Riverside United"), [0, 0]);
});

test("capitals are those of the text's language", () => {
  assert.deepEqual(fitted("Ελλάδα: მატჩი", { typeface: plainTypeface(), uppercase: true }).lines, [
    "ΕΛΛΑΔΑ: მატჩი",
  ]);
});

test("a line names every font that it needs, its own first", () => {
  assert.match(drawn(fitted(EMOJI)), /font-family="'Anton', .*Noto Emoji/);
});
