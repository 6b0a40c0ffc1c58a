// What a sentence judge is told of each sentence beside its words, and what it says of each: how likely an editor is
// to post it, whether a clip could begin or end there, whether it is the point, small talk, and of which kind.
import { clamp } from "../../signal/clamp.ts";
import { MOMENT_KINDS } from "./moment-kinds.ts";
import { SENTENCE_TOKENS } from "./sentence-tokens.ts";

export interface JudgedSentence {
  readonly text: string;
  /** 1 where a new speaker begins, 0 where the same one goes on, 0.5 where that is not known. */
  readonly startsTurn: number;
  /** Silence before it; of the first one nothing is believed. */
  readonly gapBeforeS: number;
  readonly durationS: number;
}

/** All sentences of a source, in order. */
export interface JudgedText {
  readonly sentences: readonly JudgedSentence[];
  /** Whether the text has marks; without them a missing question mark says nothing. */
  readonly isPunctuated: boolean;
  /** Whether it is another language word by word in English, in which little words of English may be few; not so by default. */
  readonly isGlossed?: boolean;
}

/** Raw outputs of the network, one a sentence and in no unit; the higher, the surer. */
export interface SentenceJudgements {
  readonly worth: Float32Array;
  readonly begins: Float32Array;
  readonly ends: Float32Array;
  readonly point: Float32Array;
  readonly skip: Float32Array;
  readonly interest: Float32Array;
  /** [n, MOMENT_KINDS.length], row by row. */
  readonly kinds: Float32Array;
}

export const SENTENCE_FACTS = 4;
const LONG_GAP_S = 2;
const LONG_SENTENCE_S = 15;

function share(value: number, whole: number): number {
  return clamp(value / whole);
}

/** [n, SENTENCE_FACTS], 0 to 1: start of a turn, gap before, length, marks. */
export function encodeFacts({ sentences, isPunctuated }: JudgedText): Float32Array {
  const rows = sentences.flatMap(({ startsTurn, gapBeforeS, durationS }, index) => [
    startsTurn,
    index === 0 ? 1 : share(gapBeforeS, LONG_GAP_S),
    share(durationS, LONG_SENTENCE_S),
    Number(isPunctuated),
  ]);
  return Float32Array.from(rows);
}

/** The network's columns before the kinds. */
const COLUMNS = ["worth", "begins", "ends", "point", "skip", "interest"] as const;
export const JUDGEMENT_COLUMNS = COLUMNS.length + MOMENT_KINDS.length;

/** What a network that rates titles says of each token, and of what stands before the first one of a sentence. */
export const TITLE_COLUMNS = 4;
/** Of a whole sentence. */
export const TITLE_NUMBERS = (1 + SENTENCE_TOKENS) * TITLE_COLUMNS;

/**
 * Takes the network's rows [n, JUDGEMENT_COLUMNS] apart into columns [n], and the kinds [n,
 * MOMENT_KINDS.length].
 */
export function splitJudgements(rows: Float32Array): SentenceJudgements {
  const count = rows.length / JUDGEMENT_COLUMNS;
  const column = (name: (typeof COLUMNS)[number]): Float32Array => {
    const at = COLUMNS.indexOf(name);
    return Float32Array.from({ length: count }, (_, row) => rows[row * JUDGEMENT_COLUMNS + at] ?? 0);
  };
  const kinds = new Float32Array(count * MOMENT_KINDS.length);
  for (let row = 0; row < count; row += 1) {
    const from = row * JUDGEMENT_COLUMNS + COLUMNS.length;
    kinds.set(rows.subarray(from, from + MOMENT_KINDS.length), row * MOMENT_KINDS.length);
  }
  return {
    worth: column("worth"),
    begins: column("begins"),
    ends: column("ends"),
    point: column("point"),
    skip: column("skip"),
    interest: column("interest"),
    kinds,
  };
}
