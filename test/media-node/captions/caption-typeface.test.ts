import assert from "node:assert/strict";
import { test } from "node:test";
import { drawableWords, openTypeface } from "../../../media-node/captions/caption-typeface.ts";
import type { CaptionFontName } from "../../../shared/captions/caption-fonts.ts";

/** The text as it is drawn, with the font of each part. */
async function drawn(text: string, font: CaptionFontName = "Montserrat ExtraBold"): Promise<string> {
  const typeface = await openTypeface(font, [text]);
  return typeface
    .runsOf(text)
    .map((run) => `${run.font.family}: ${run.text}`)
    .join(" | ");
}

test("text of the font's own characters is one run, and one file", async () => {
  assert.equal(await drawn("Żółw, №5 – 100 %"), "Montserrat ExtraBold: Żółw, №5 – 100 %");
  const { paths } = await openTypeface("Anton", ["plain"]);
  assert.equal(paths.length, 1);
});

test("each script that the font lacks takes a font that has it", async () => {
  assert.equal(await drawn("שלום"), "Noto Sans Hebrew ExtraBold: שלום");
  assert.equal(await drawn("سلام"), "Noto Sans Arabic ExtraBold: سلام");
  assert.equal(await drawn("Καλημέρα"), "Manrope ExtraBold: Καλημέρα");
  assert.equal(await drawn("สวัสดี"), "Noto Sans Thai ExtraBold: สวัสดี");
  assert.equal(await drawn("नमस्ते"), "Poppins ExtraBold: नमस्ते");
  assert.equal(await drawn("안녕하세요"), "Black Han Sans: 안녕하세요");
  assert.equal(await drawn("ありがとう"), "Dela Gothic One: ありがとう");
  assert.equal(await drawn("这是真的吗"), "ZCOOL QingKe HuangYou: 这是真的吗");
});

test("a text whose language the font cannot write is in one of its weight that can, all of it", async () => {
  const vietnamese = "Đó là thời kỳ tốt đẹp nhất";
  assert.equal(await drawn(vietnamese, "Poppins SemiBold"), `Montserrat SemiBold: ${vietnamese}`);
  const russian = "Это было лучшее время, wow!";
  assert.equal(await drawn(russian, "Poppins ExtraBold"), `Montserrat ExtraBold: ${russian}`);
  const { main } = await openTypeface("Poppins ExtraBold", [vietnamese]);
  assert.equal(main.family, "Montserrat ExtraBold", "lines are as high as its letters");
});

test("a word with a letter that the font lacks is in one font, and the words around it are in the font", async () => {
  const before = "This is how we met our friend who has lived here for years, ";
  assert.equal(
    await drawn(`${before}Nguyễn!`, "Poppins ExtraBold"),
    `Poppins ExtraBold: ${before} | Montserrat ExtraBold: Nguyễn | Poppins ExtraBold: !`,
  );
});

test("an emoji is drawn without its tone of skin, and of joined ones the first; flags are left out", async () => {
  assert.equal(await drawn("hi👍🏽"), "Montserrat ExtraBold: hi | Noto Emoji: 👍");
  assert.equal(await drawn("👩‍💻"), "Noto Emoji: 👩");
  assert.equal(await drawn("❤️"), "Noto Emoji: ❤");
  assert.equal(await drawn("a🇫🇷b"), "Montserrat ExtraBold: ab");
});

test("digits and spaces beside an emoji are in the font: the emoji's own are four times as wide", async () => {
  const text = "top 10 😀 tips, 100😀!";
  assert.equal(
    await drawn(text),
    "Montserrat ExtraBold: top 10  | Noto Emoji: 😀 | Montserrat ExtraBold:  tips, 100 | Noto Emoji: 😀 | Montserrat ExtraBold: !",
  );
  const { widthOf } = await openTypeface("Montserrat ExtraBold", [text]);
  assert.ok(widthOf("10 😀") < widthOf("10") + widthOf("😀") + 0.3);
});

test("a character that no font has is left out, and has no width", async () => {
  const text = `a\u{e000}b\u{10ffff}`;
  const typeface = await openTypeface("Montserrat ExtraBold", [text]);
  assert.deepEqual(
    typeface.runsOf(text).map((run) => run.text),
    ["ab"],
  );
  assert.deepEqual(typeface.missing, ["\u{e000}", "\u{10ffff}"]);
  assert.equal(typeface.widthOf(text), typeface.widthOf("ab"));
});

test("an accent that comes as a character of its own is drawn with its letter", async () => {
  assert.equal(await drawn("cafe\u0301"), "Montserrat ExtraBold: café");
});

async function drawableText(text: string): Promise<string> {
  const typeface = await openTypeface("Montserrat ExtraBold", [text]);
  return drawableWords(text.split(" "), typeface).filter(Boolean).join(" ");
}

test("a mark behind what no font draws stands at the word before, without a space", async () => {
  assert.equal(await drawableText("in one go today 🇫🇷! And"), "in one go today! And");
  assert.equal(await drawableText("today 🇫🇷 🇩🇪!"), "today!");
  assert.equal(await drawableText("(we love 🇫🇷)"), "(we love)");
});

test("a mark is not set behind another, and one without a word before it is left out", async () => {
  assert.equal(await drawableText("from 🇫🇷, 🇩🇪, and us"), "from, and us");
  assert.equal(await drawableText("Bonjour, 🇫🇷!"), "Bonjour!");
  assert.equal(await drawableText("wow! 🇫🇷!"), "wow!");
  assert.equal(await drawableText("🇫🇷! We won"), "We won");
  assert.equal(await drawableText("we (🇫🇷) won"), "we won");
});

test("marks that somebody set apart stay where they are, and so do emoji that can be drawn", async () => {
  assert.equal(await drawableText("vraiment ? Oui 😀! – so 👍🏽"), "vraiment ? Oui 😀! – so 👍🏽");
});
