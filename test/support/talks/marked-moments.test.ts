import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { MOMENT_KINDS, type MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import { sharedData } from "../shared-data.ts";
import {
  hashEdges,
  hashWords,
  MARKED_SPLITS,
  type MarkedConversation,
  type Marking,
  type MomentMark,
  readMarkedConversations,
  readWrittenCues,
  sha256OfWords,
  writtenWords,
} from "./marked-moments.ts";

const FOLDER = new URL("../../data/moments/", import.meta.url);
const MAX_BYTES = 4_500_000;
/** 20 to 60 s, and what a whole sentence more or less makes of it. */
const MARK_LENGTH_S = { min: 19.5, max: 60.8 };
/** Times are kept to hundredths of a second. */
const ROUNDING_S = 0.011;
const MARK_FIELDS = ["startS", "endS", "pointS", "kind", "firstWordsHash", "lastWordsHash"];

const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
const ALL = readMarkedConversations(MARKED_SPLITS);
const TRANSCRIPTS = sharedData("transcripts");

/** Names what of a marking breaks a rule. */
function checkMarking(marking: Marking, where: string): void {
  const { marks, reserve, skip, grades } = marking;
  assert.deepEqual(Object.keys(marking), ["marks", "reserve", "skip", "grades"], where);
  assert.equal(marks.length, 10, where);
  const stretches = [...marks, ...reserve].sort((a, b) => a.startS - b.startS);
  for (const [index, mark] of stretches.entries()) {
    checkMark(mark, where);
    assert(
      (stretches[index - 1]?.endS ?? 0) <= mark.startS + ROUNDING_S,
      `${where}: ${mark.startS} overlaps`,
    );
  }
  for (const [startS, endS] of skip) assert(startS < endS, `${where}: skips from ${startS} to ${endS}`);
  assert.match(grades, /^\d+$/, where);
}

function checkMark(mark: MomentMark, where: string): void {
  assert.deepEqual(Object.keys(mark), MARK_FIELDS, where);
  const { startS, endS, pointS, kind, firstWordsHash, lastWordsHash } = mark;
  const lengthS = endS - startS;
  assert(
    lengthS >= MARK_LENGTH_S.min && lengthS <= MARK_LENGTH_S.max,
    `${where}: ${startS} has ${lengthS} s`,
  );
  assert(pointS >= startS && pointS < endS, `${where}: the point of ${startS} lies in it`);
  assert(MOMENT_KINDS.includes(kind), `${where}: ${kind}`);
  assert(Number.isInteger(firstWordsHash) && Number.isInteger(lastWordsHash), where);
}

function checkConversation(marked: MarkedConversation): void {
  const { conversation, wordsSha256, blockStartsS, markings } = marked;
  const fields = ["conversation", "wordsSha256", "split", "blockStartsS", "markings"];
  assert.deepEqual(Object.keys(marked), fields, conversation);
  assert.match(wordsSha256, /^[0-9a-f]{64}$/, conversation);
  for (const [index, marking] of markings.entries()) {
    const where = `${conversation}, marking ${index + 1}`;
    checkMarking(marking, where);
    assert.equal(marking.grades.length, blockStartsS.length, `${where}: a grade for each block`);
  }
}

test("marks keep to their rules, and hold nothing but times, kinds and hashes", () => {
  assert(ALL.length > 24, "there are conversations, or this test proves nothing");
  for (const marked of ALL) checkConversation(marked);
});

/** All strings in a parsed file, names of fields aside. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test("the files have no text beside names, kinds, grades and hashes", () => {
  const known = new Set<string>([...MOMENT_KINDS, ...MARKED_SPLITS]);
  for (const file of FILES) {
    const strings = stringsIn(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")));
    const others = strings.filter((text) => !known.has(text) && !/^\d+$|^[0-9a-f]{64}$/.test(text));
    assert.deepEqual(others, [file.replace(".json", "")], `${file}: its name only`);
  }
});

/** What one editor marked in one conversation: sentences are numbered from 0, and stretches hold their last one. */
interface FurtherMarks {
  readonly conversation: string;
  /** Where an hour was marked by itself: which one, from 1. */
  readonly hour?: number;
  readonly wordsHash: number;
  /** Of each block; of hours by themselves all are of at least 15 s. */
  readonly blockSentences?: readonly number[];
  readonly marks: readonly (readonly [first: number, last: number, point: number, kind: MomentKind])[];
  readonly reserve: FurtherMarks["marks"];
  readonly skip: readonly (readonly [first: number, last: number])[];
  readonly grades: string;
}

function readFurther(file: string): FurtherMarks[] {
  const lines = readFileSync(new URL(file, FOLDER), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const FURTHER = readFurther("further.jsonl");
const LATER = readFurther("later.jsonl");
const FURTHER_KEYS = ["conversation", "wordsHash", "blockSentences", "marks", "reserve", "skip", "grades"];
const LATER_KEYS = ["conversation", "hour", "wordsHash", "marks", "reserve", "skip", "grades"];
/** Of a whole hour; what is left of a conversation has fewer. */
const MARKS = 10;

function checkFurther(marked: FurtherMarks): void {
  const { conversation, hour, wordsHash, blockSentences, marks, reserve, skip, grades } = marked;
  const name = hour === undefined ? conversation : `${conversation}, hour ${hour}`;
  assert.deepEqual(Object.keys(marked), hour === undefined ? FURTHER_KEYS : LATER_KEYS, name);
  if (hour === undefined || !conversation.includes("/")) assert.match(conversation, /^[a-z0-9-]+$/);
  else assert.match(conversation, /^spoken-[a-z]+\/[\w.-]+$/);
  assert(Number.isInteger(wordsHash) && (hour === undefined || Number.isInteger(hour)), name);
  assert.match(grades, /^\d+$/, name);
  assert.equal(blockSentences?.length ?? grades.length, grades.length, `${name}: a grade for each block`);
  assert(hour === undefined ? marks.length === MARKS : marks.length > 0, name);
  const sentences = blockSentences?.reduce((sum, count) => sum + count, 0) ?? Number.POSITIVE_INFINITY;
  const stretches = [...marks, ...reserve].sort(([a], [b]) => a - b);
  for (const [index, [first, last, point, kind]] of stretches.entries()) {
    const where = `${name}, ${first}`;
    assert(first >= 0 && first <= point && point <= last && last < sentences, where);
    assert(MOMENT_KINDS.includes(kind), where);
    assert((stretches[index - 1]?.[1] ?? -1) < first, `${where} overlaps`);
  }
  for (const [first, last] of skip) {
    assert(first <= last && last < sentences, `${name}: skips ${first}`);
  }
}

test("further marks keep to their rules, and hold nothing but numbers and kinds", () => {
  assert(FURTHER.length > 400, "there are conversations, or this test proves nothing");
  assert(LATER.length > 400, "there are later hours, or this test proves nothing");
  for (const marked of [...FURTHER, ...LATER]) checkFurther(marked);
});

test("no further conversation is one of those that judges are measured by", () => {
  const names = new Set(ALL.map(({ conversation }) => conversation));
  const further = [...FURTHER, ...LATER];
  for (const { conversation } of further) assert(!names.has(conversation), conversation);
  assert.equal(
    new Set(further.map(({ wordsHash }) => wordsHash)).size,
    further.length,
    "none is there twice",
  );
});

test("what was marked later of a conversation is another hour of it", () => {
  const first = new Set(FURTHER.map(({ conversation }) => conversation));
  for (const { conversation, hour } of LATER) {
    assert(hour !== undefined && (hour > 1 || conversation.includes("/")), conversation);
    assert(conversation.includes("/") || first.has(conversation), conversation);
  }
});

test("the marks and grades are small", () => {
  const sizes = readdirSync(FOLDER).map((file) => readFileSync(new URL(file, FOLDER)).length);
  assert(sizes.reduce((sum, size) => sum + size, 0) < MAX_BYTES);
});

test("three conversations of each of eight shows are marked three times independently, one of them held out", () => {
  const shows = new Map<string, string[]>();
  for (const { conversation, split, markings } of ALL) {
    if (split !== "fit" && split !== "held") continue;
    const show = conversation.replace(/-\d+$/, "");
    shows.set(show, [...(shows.get(show) ?? []), split].sort());
    assert.equal(markings.length, 3, conversation);
    const starts = markings.map(({ marks }) => marks.map(({ startS }) => startS).join(" "));
    assert.equal(new Set(starts).size, 3, `${conversation}: no marking is a copy of another`);
  }
  assert.equal(shows.size, 8);
  for (const [show, splits] of shows) assert.deepEqual(splits, ["fit", "fit", "held"], show);
});

test("no conversation is marked twice under two names", () => {
  const hashes = new Set(ALL.map(({ wordsSha256 }) => wordsSha256));
  assert.equal(hashes.size, ALL.length);
});

test("the marks' hashes meet the words at their times", { skip: TRANSCRIPTS.skip }, async () => {
  for (const { conversation, wordsSha256, markings } of ALL) {
    const words = writtenWords(await readWrittenCues(TRANSCRIPTS.path, conversation));
    assert.equal(sha256OfWords(words), wordsSha256, conversation);
    for (const mark of markings.flatMap(({ marks, reserve }) => [...marks, ...reserve])) {
      const { firstWordsHash, lastWordsHash } = mark;
      assert.deepEqual(
        hashEdges(words, mark),
        { firstWordsHash, lastWordsHash },
        `${conversation}, ${mark.startS}`,
      );
    }
  }
});

test("words are hashed by FNV-1a of 32 bits, whatever their case", () => {
  // The published vectors of the empty text and of "foobar".
  assert.equal(hashWords([]), 0x811c9dc5);
  assert.equal(hashWords(["FooBar"]), 0xbf9cf968);
});
