import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import sharp from "sharp";
import { openTypeface, type Typeface } from "../../../../media-node/captions/caption-typeface.ts";
import { drawImages } from "../../../../media-node/reel/drawing/draw-images.ts";
import { centredBaseline, textLine } from "../../../../media-node/reel/drawing/reel-svg.ts";
import {
  type FittedText,
  fitText,
  lineHeight,
  type TypeStyle,
} from "../../../../media-node/reel/drawing/reel-type.ts";
import { plainTypeface } from "../../../support/media/plain-typeface.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ARABIC = "مباراة القمة: نهائي الكأس بين الفريقين";
const CHINESE = "全国冠军联赛总决赛精彩集锦：北方队对南方队，主场观众欢呼";
const EMOJI = "Finale ⚽🔥 3–2 👨‍👩‍👧 🇫🇷!";
const HOSTILE = `<b>&amp;"O'Neil" ]]></text><script/>`;

/** By so many units a mark may stand out of its line. */
const HAIR = 5;

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

test("names that are written without spaces stay whole where a space has room for the break", async () => {
  const [even, lopsided] = ["横浜 対 読売ジャイアンツ", "祝 全国高等学校野球選手権大会優勝記念"];
  const style = { typeface: await openTypeface("Anton", [even, lopsided]), maxWidth: 700 };
  assert.deepEqual(fitted(even, style).lines, ["横浜 対", "読売ジャイアンツ"]);
  const { lines } = fitted(lopsided, style);
  assert.ok(lines.length === 2 && !lines.includes("祝"), lines.join("|"));
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

test("a word that is wider than a line is broken, with hyphens at the ends of lines alone", () => {
  const word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
  for (const maxLines of [2, 3, 4]) {
    const { lines, size } = fitted(word, { maxLines, maxWidth: 560 });
    assert.ok(lines.length > 1 && size >= 40);
    for (const line of lines.slice(0, -1)) assert.match(line, /^[^-]+-$/);
    assert.equal(lines.join("").replaceAll("-", ""), word);
  }
  assert.deepEqual(fitted("Weltmeisterschaftsfinale", { maxWidth: 560 }).lines, ["Weltmeisterschaftsfinale"]);
});

test("letters stay within the height of their line, those of Arabic too", async (t) => {
  const folder = await temporaryFolder(t);
  const texts = ["Typography", "أهلًا نهائي", "ปฏิทินญี่ปุ่น", "हिन्दी क्रिकेट"];
  for (const [index, text] of texts.entries()) {
    const opened = await openTypeface("Anton", [text]);
    const fittedText = fitText(text, {
      typeface: opened,
      size: 200,
      minSize: 40,
      maxLines: 1,
      maxWidth: 1_800,
    });
    const step = lineHeight(fittedText, 1.2);
    const place = {
      x: 960,
      baseline: centredBaseline(fittedText, 400, 400 + step),
      align: "center",
    } as const;
    const line = textLine(fittedText, fittedText.lines[0] ?? "", { ...place, paint: { fill: "#FFFFFF" } });
    const path = join(folder, `${index}.png`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">${line}</svg>`;
    const signal = AbortSignal.timeout(60_000);
    await drawImages({ drawings: [{ svg, path }], fontPaths: opened.paths, folder, signal });
    const { info } = await sharp(path).trim().toBuffer({ resolveWithObject: true });
    const top = -(info.trimOffsetTop ?? 0);
    assert.ok(info.height > 100, `${text} is drawn`);
    const room = `${text}: ${top} to ${top + info.height} in 400 to ${400 + step}`;
    assert.ok(top >= 400 - HAIR && top + info.height <= 400 + step + HAIR, room);
  }
});

test("lines are set smaller where their height is bounded, and fewer at last", () => {
  const text = "Riverside United against Harbour City";
  const low = fitted(text, { maxWidth: 700, maxHeight: 180, lineEm: 1.2 });
  assert.ok(low.lines.length * low.size * 1.2 <= 180.001);
  const one = fitted(text.repeat(9), { maxWidth: 700, maxHeight: 50, lineEm: 1.2 });
  assert.equal(one.lines.length, 1);
});

test("nothing is left out of a text while there is height for two lines more", () => {
  const text = "Borussia Riverside against Harbour City Wanderers, Champions Cup, second leg of the final";
  const bounded = { maxWidth: 360, maxLines: 4, lineEm: 1.2 };
  const room = fitted(text, { ...bounded, maxHeight: 400 });
  assert.equal(room.lines.join(" "), text);
  assert.ok(room.lines.length > 4 && room.size >= 40 && room.lines.length * room.size * 1.2 <= 400.001);
  assert.match(fitted(text, { ...bounded, maxHeight: 200 }).lines.at(-1) ?? "", /…$/);
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
