// What editors marked in real conversations: the truth that choosing moments is measured against, and fitted to. It is
// numbers only. Whose words they are lies elsewhere; a mark is found again by its times, and by hashes of the words
// with which it begins and ends. What a single editor marked in many further conversations, by the numbers of their
// sentences (further.jsonl, and of other hours later.jsonl), is read by media-node/models/training/moments alone.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import type { Cue } from "../../../media-node/signal/cues.ts";
import type { Span } from "../../../media-node/signal/span.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { parseWebVttInSteps } from "../../../media-node/source/read-subtitles.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";

/** A stretch that an editor would post. */
export interface MomentMark extends Span {
  /** Start of the sentence that is its point. */
  readonly pointS: number;
  readonly kind: MomentKind;
  /** `hashWords` of its first and of its last four words. */
  readonly firstWordsHash: number;
  readonly lastWordsHash: number;
}

/** What one editor marked, blind to the others and to what the program takes. */
export interface Marking {
  /** Ten, best first, none overlapping another. */
  readonly marks: readonly MomentMark[];
  /** What was nearly taken, best first. */
  readonly reserve: readonly MomentMark[];
  /** What nobody would ever post: introductions, sponsors, housekeeping. Start and end, seconds. */
  readonly skip: readonly (readonly [startS: number, endS: number])[];
  /** A digit for each block, 0 to 9: how likely a clip with it as its core is to be posted. */
  readonly grades: string;
}

/** `fit` and `held` have three markings; a fit may see `fit` and `rest`, never `held`. */
export const MARKED_SPLITS = ["fit", "held", "rest"] as const;
export type MarkedSplit = (typeof MARKED_SPLITS)[number];

export interface MarkedConversation {
  /** The base name of its subtitles. */
  readonly conversation: string;
  /** Of its words joined by spaces. */
  readonly wordsSha256: string;
  readonly split: MarkedSplit;
  /** Where the stretches of some 20 s begin that are graded. */
  readonly blockStartsS: readonly number[];
  readonly markings: readonly Marking[];
}

/** A mark as it is kept: its fields in their order, since their names would be most of the files. */
type MarkRow = readonly [
  startS: number,
  endS: number,
  pointS: number,
  kind: MomentKind,
  firstWordsHash: number,
  lastWordsHash: number,
];

interface StoredMarking {
  readonly marks: readonly MarkRow[];
  readonly reserve: readonly MarkRow[];
  readonly skip: Marking["skip"];
  readonly grades: string;
}

interface StoredConversation extends Omit<MarkedConversation, "markings"> {
  readonly markings: readonly StoredMarking[];
}

const FOLDER = new URL("../../data/moments/", import.meta.url);
/** Words at either end of a mark that are hashed. */
const EDGE_WORDS = 4;
/** FNV-1a with 32 bits. */
const OFFSET_BASIS = 2_166_136_261;
const PRIME = 16_777_619;

/** 32 bits of lower-cased words joined by spaces. */
export function hashWords(words: readonly string[]): number {
  const bytes = Buffer.from(words.join(" ").toLowerCase(), "utf8");
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, PRIME) >>> 0, OFFSET_BASIS);
}

export function sha256OfWords(words: readonly SpokenWord[]): string {
  const text = words.map((word) => word.text).join(" ");
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Hashes of the words at both ends of a stretch; a word belongs to it where its middle does. */
export function hashEdges(
  words: readonly SpokenWord[],
  { startS, endS }: Span,
): Pick<MomentMark, "firstWordsHash" | "lastWordsHash"> {
  const texts = words
    .filter((word) => (word.startS + word.endS) / 2 > startS && (word.startS + word.endS) / 2 < endS)
    .map((word) => word.text);
  return {
    firstWordsHash: hashWords(texts.slice(0, EDGE_WORDS)),
    lastWordsHash: hashWords(texts.slice(-EDGE_WORDS)),
  };
}

function readMark([startS, endS, pointS, kind, firstWordsHash, lastWordsHash]: MarkRow): MomentMark {
  return { startS, endS, pointS, kind, firstWordsHash, lastWordsHash };
}

function readConversation(file: string): MarkedConversation {
  const stored: StoredConversation = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
  const markings = stored.markings.map(({ marks, reserve, ...others }) => ({
    marks: marks.map(readMark),
    reserve: reserve.map(readMark),
    ...others,
  }));
  return { ...stored, markings };
}

/** The marked conversations of some splits, by name. */
export function readMarkedConversations(splits: readonly MarkedSplit[]): MarkedConversation[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map(readConversation)
    .filter(({ split }) => splits.includes(split));
}

/** The cues of a conversation's subtitles, as a job reads them. */
export async function readCues(transcripts: string, conversation: string): Promise<Cue[]> {
  // SubRip's blocks differ from WebVTT's in the comma of their times, which the reader of cues takes too.
  const text = await readFile(join(transcripts, `${conversation}.srt`), "utf8");
  return runAtOnce(parseWebVttInSteps(text));
}

const SUBRIP_TIMES = /^(\d+):(\d{2}):(\d{2}),(\d{3}) --> (\d+):(\d{2}):(\d{2}),(\d{3})$/;

/** The words of cues just as they are written, each cue's evenly spread over its time. */
export function writtenWords(cues: readonly Cue[]): SpokenWord[] {
  return cues.flatMap(({ startS, endS, text }) => {
    const texts = text.split(/\s+/).filter((word) => word !== "");
    const stepS = (endS - startS) / texts.length;
    return texts.map((word, index) => ({
      text: word,
      startS: startS + index * stepS,
      endS: startS + (index + 1) * stepS,
    }));
  });
}

/**
 * The cues of a conversation's subtitles, unread by the program: a program that learns to leave a speaker's name out
 * must not lose the marks.
 */
export async function readWrittenCues(transcripts: string, conversation: string): Promise<Cue[]> {
  const text = await readFile(join(transcripts, `${conversation}.srt`), "utf8");
  return text.split(/\n\s*\n/).flatMap((block) => {
    const [, times = "", ...lines] = block.trim().split("\n");
    const [, h1, m1, s1, ms1, h2, m2, s2, ms2] = SUBRIP_TIMES.exec(times) ?? [];
    if (ms2 === undefined) return [];
    const startS = Number(h1) * 3_600 + Number(m1) * 60 + Number(s1) + Number(ms1) / 1_000;
    const endS = Number(h2) * 3_600 + Number(m2) * 60 + Number(s2) + Number(ms2) / 1_000;
    return [{ startS, endS, text: lines.join(" ") }];
  });
}
