// The fonts that a clip's captions are drawn with: the style's own, and for each character that it lacks one that has
// it. What no font has is left out, because libass would draw an empty box. Fonts are chosen for the whole clip, so
// that a Chinese text does not take half its characters from a Japanese font; and a style's font that cannot write the
// clip's language gives way to its stand-in, so that words do not change their font from one to the next.
import {
  CAPTION_FONTS,
  type CaptionFont,
  type CaptionFontName,
  captionFontPath,
  FALLBACK_FONTS,
  standInOf,
} from "../../shared/captions/caption-fonts.ts";
import { splitGraphemes } from "../../shared/graphemes.ts";
import { throwNodeLack } from "../../shared/node-lack.ts";
import { joinedForms } from "./arabic-forms.ts";
import { type FontFile, listMachineFonts, openFont } from "./font-files.ts";
import type { FontMetrics } from "./font-metrics.ts";

/** Text in one font. */
export interface TextRun {
  readonly text: string;
  readonly font: FontMetrics;
}

export interface Typeface {
  readonly main: FontMetrics;
  /** The text as it can be drawn, in logical order; empty when no font has any of it. */
  runsOf(text: string): TextRun[];
  /** Width in em. */
  widthOf(text: string): number;
}

export interface OpenTypeface extends Typeface {
  /** The files that libass must find. */
  readonly paths: readonly string[];
  /** The characters that no font has. */
  readonly missing: readonly string[];
}

/** Direct joining and direction and draw nothing themselves; only the joiners matter to how letters look. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;
/** A font may have some letters of a script, such as the mu of micrometres, and none or not all beside them. */
const WORD_OR_NOT =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*|(?:(?!\p{Script=Latin})[\p{L}\p{M}\u200c\u200d])+|[^\p{L}]+/gu;
const LETTER = /\p{L}/u;
const WORD = /\p{L}[\p{L}\p{M}\u200c\u200d]*/gu;
/** A font cannot write a language where it lacks letters of more than this share of words, more than a name or two. */
const FOREIGN_SHARE = 0.1;
const ONLY_MARKS = /^\p{P}+$/u;
const OPENS = /[\p{Ps}\p{Pi}]/u;
/** It gives way to a mark that comes behind it. */
const PAUSE_AT_END = /[,;:]$/;
const JOINERS = /[\u200c\u200d]/;

/**
 * An emoji as fonts without colours have it: without a tone of skin, and of several that are joined to one glyph the
 * first. Flags, which are pairs of letters there, are left out.
 */
function plainEmoji(grapheme: string): string {
  if (/\p{Regional_Indicator}/u.test(grapheme)) return "";
  if (!/\p{Extended_Pictographic}/u.test(grapheme)) return grapheme;
  return (grapheme.split("\u200d")[0] ?? "").replaceAll(/\p{Emoji_Modifier}/gu, "");
}

function split(text: string): string[] {
  return splitGraphemes(text.normalize("NFC")).map(plainEmoji).filter(Boolean);
}

/** What of a character sequence a font can draw: all of it, its first character, or nothing. */
function drawable(font: FontMetrics, grapheme: string): { text: string; isWhole: boolean } {
  const visible = grapheme.replace(INVISIBLE, (mark) => (JOINERS.test(mark) ? mark : ""));
  const has = (character: string): boolean =>
    /\s/u.test(character) || font.advanceEm(character.codePointAt(0) ?? 0) !== undefined;
  const characters = [...visible].filter((character) => !JOINERS.test(character));
  if (characters.length === 0) return { text: "", isWhole: true };
  const isWhole = characters.every(has);
  const text = [...visible].filter((character) => has(character)).join("");
  return { text: has(characters[0] ?? "") ? text : "", isWhole };
}

function fontFor(fonts: readonly FontMetrics[], grapheme: string): TextRun | undefined {
  const whole = fonts.find((font) => drawable(font, grapheme).isWhole);
  const font = whole ?? fonts.find((candidate) => drawable(candidate, grapheme).text !== "");
  return font === undefined ? undefined : { text: drawable(font, grapheme).text, font };
}

function widthOfRun({ text, font }: TextRun): number {
  const advances = Array.from(joinedForms(text), (character) => {
    const typed = character.normalize("NFKC").codePointAt(0) ?? 0;
    return font.advanceEm(character.codePointAt(0) ?? 0) ?? font.advanceEm(typed) ?? 0;
  });
  return advances.reduce((sum, advance) => sum + advance, 0);
}

/** The parts of a text that are better set in one font: words of one script, and what is between. */
function partsOf(text: string): string[] {
  return text.match(WORD_OR_NOT) ?? [];
}

/**
 * Runs of a part: words in one font where one has all of it. Elsewhere character by character: a font of emoji has
 * spaces and digits as well, and they are as wide as its emoji.
 */
function runsOfPart(fonts: readonly FontMetrics[], part: string): TextRun[] {
  const characters = split(part);
  const hasAll = (font: FontMetrics): boolean =>
    characters.every((character) => drawable(font, character).isWhole);
  const whole = LETTER.test(part) ? fonts.find(hasAll) : undefined;
  if (whole !== undefined) {
    return [{ text: characters.map((character) => drawable(whole, character).text).join(""), font: whole }];
  }
  return characters.flatMap((character) => fontFor(fonts, character) ?? []);
}

/** The same text in as few runs as can be. */
export function joinRuns(runs: readonly TextRun[]): TextRun[] {
  const joined: TextRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.font === run.font) joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

/** A typeface of fonts in the order of preference, of which there is at least one. */
export function createTypeface(fonts: readonly [FontMetrics, ...FontMetrics[]]): Typeface {
  const runsOf = (text: string): TextRun[] => {
    const runs = partsOf(text).flatMap((part) => runsOfPart(fonts, part));
    return joinRuns(runs.filter((run) => run.text !== ""));
  };
  // Layout weighs every way to break lines, and asks for the same words again and again.
  const widths = new Map<string, number>();
  const widthOf = (text: string): number => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const width = runsOf(text).reduce((sum, run) => sum + widthOfRun(run), 0);
    widths.set(text, width);
    return width;
  };
  return { main: fonts[0], runsOf, widthOf };
}

/** A word's text with a mark that stood further behind; as it is where it ends with that already. */
function withMark(text: string, mark: string): string {
  return text.endsWith(mark) ? text : text.replace(PAUSE_AT_END, "") + mark;
}

/**
 * The texts of words, of which those are empty that cannot be drawn, or only their marks, as of a flag with an exclamation
 * mark: what closes stands at the word before.
 */
export function drawableWords(texts: readonly string[], { runsOf }: Pick<Typeface, "runsOf">): string[] {
  const words: string[] = [];
  let lastShown = -1;
  for (const [index, text] of texts.entries()) {
    const drawn = runsOf(text).reduce((sum, run) => sum + run.text, "");
    const isShown = drawn !== "" && (!ONLY_MARKS.test(drawn) || ONLY_MARKS.test(text));
    words.push(isShown ? text : "");
    const before = words[lastShown];
    if (isShown) lastShown = index;
    else if (before !== undefined && !OPENS.test(drawn)) words[lastShown] = withMark(before, drawn);
  }
  return words;
}

function lacking(fonts: readonly FontFile[], wanted: ReadonlySet<string>): Set<string> {
  const isLacking = (grapheme: string): boolean =>
    !fonts.some(({ metrics }) => drawable(metrics, grapheme).isWhole);
  return new Set([...wanted].filter(isLacking));
}

/** Adds the font that has most of what is lacking, until nothing is or none has any. */
function addBest(fonts: FontFile[], candidates: readonly FontFile[], wanted: ReadonlySet<string>): void {
  for (;;) {
    const missing = [...lacking(fonts, wanted)];
    const counted = candidates.map((font) => ({
      font,
      count: missing.filter((grapheme) => drawable(font.metrics, grapheme).isWhole).length,
    }));
    const best = counted.reduce((a, b) => (b.count > a.count ? b : a), { font: candidates[0], count: 0 });
    if (best.font === undefined || best.count === 0) return;
    fonts.push(best.font);
  }
}

function undefinedIfBroken(error: unknown): undefined {
  // Without a handle for its file a font is not broken, and its characters must not be missing from a clip.
  throwNodeLack(error);
}

/** The machine's fonts that can be read; a broken one is passed over. */
async function openMachineFonts(): Promise<FontFile[]> {
  const found: FontFile[] = [];
  for (const path of await listMachineFonts()) {
    const font = await openFont(path).catch(undefinedIfBroken);
    if (font !== undefined) found.push(font);
  }
  return found;
}

/** Whether a good part of the texts' words can be written with the stand-in, and not with the font. */
function givesWay(font: FontFile, standIn: FontFile, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => text.match(WORD) ?? []);
  const has = ({ metrics }: FontFile, word: string): boolean =>
    split(word).every((grapheme) => drawable(metrics, grapheme).isWhole);
  const foreign = words.filter((word) => !has(font, word) && has(standIn, word));
  return foreign.length > FOREIGN_SHARE * words.length;
}

function openOwn(font: CaptionFont): Promise<FontFile> {
  return openFont(captionFontPath(font));
}

/** Opens a font and what its texts need besides. @throws what reading the project's own fonts throws */
export async function openTypeface(name: CaptionFontName, texts: readonly string[]): Promise<OpenTypeface> {
  const wanted = new Set(texts.flatMap(split));
  const font = await openOwn(CAPTION_FONTS[name]);
  const standIns = await Promise.all([standInOf(name) ?? []].flat().map(openOwn));
  const main = standIns.find((standIn) => givesWay(font, standIn, texts)) ?? font;
  const fonts = [main];
  if (lacking(fonts, wanted).size > 0) {
    addBest(fonts, [...standIns, ...(await Promise.all(FALLBACK_FONTS.map(openOwn)))], wanted);
  }
  if (lacking(fonts, wanted).size > 0) addBest(fonts, await openMachineFonts(), wanted);
  const others = fonts.slice(1).map(({ metrics }) => metrics);
  return {
    ...createTypeface([main.metrics, ...others]),
    paths: fonts.map(({ path }) => path),
    missing: [...lacking(fonts, wanted)],
  };
}
