// From the pieces of a SentencePiece vocabulary to words. A piece that begins with U+2581 (or is a lone "|", the sign of
// character vocabularies) begins a word. Punctuation has no sound: it joins the word before it (after it, where it
// opens), and its frames and probability say nothing of when and how surely that word was said. Pieces in angle
// brackets are signs of the model to itself, such as <unk> and <|en|>, and are left out.

import type { AcousticEvidence } from "./acoustic-evidence.ts";
import type { SymbolSpan } from "./symbol-span.ts";

/** A word on the frames of the model's output. */
export interface FramedWord {
  readonly text: string;
  readonly startFrame: number;
  readonly endFrame: number;
  /** Mean probability of its pieces. */
  readonly score: number;
  readonly acoustics?: AcousticEvidence;
}

interface OpenWord {
  text: string;
  readonly spoken: SymbolSpan[];
}

const WORD_START = "\u2581";
const SIGN = /^<.*>$/;
/** Belongs to the word after it. */
const OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
/** "&" is read aloud, other punctuation is not. */
const PUNCTUATION = /^(?!&)\p{P}+$/u;

/**
 * Whether the piece of a SentencePiece vocabulary begins a word, and its text without the mark U+2581; a lone
 * "|" is a boundary without text.
 */
export function readPiece(piece: string): { startsWord: boolean; text: string } {
  if (piece === "|") return { startsWord: true, text: "" };
  const startsWord = piece.startsWith(WORD_START);
  return { startsWord, text: piece.replaceAll(WORD_START, "") };
}

function addText(word: OpenWord | undefined, text: string): void {
  if (word !== undefined) word.text += text;
}

function addSpoken(word: OpenWord, text: string, span: SymbolSpan): void {
  addText(word, text);
  word.spoken.push(span);
}

function closeWord({ text, spoken }: OpenWord): FramedWord[] {
  const [first, last] = [spoken[0], spoken.at(-1)];
  if (first === undefined || last === undefined) return [];
  const score = spoken.reduce((sum, span) => sum + span.score, 0) / spoken.length;
  return [{ text, startFrame: first.startFrame, endFrame: last.endFrame, score }];
}

/**
 * Words in order, in frames; a word's score is the mean of its pieces', without punctuation. Punctuation that
 * closes before the first word, or opens after the last, is dropped.
 * @param vocabulary text of each symbol
 */
export function wordsOfPieces(spans: readonly SymbolSpan[], vocabulary: readonly string[]): FramedWord[] {
  const words: OpenWord[] = [];
  let startsWord = true;
  let opening = "";
  for (const span of spans) {
    const piece = vocabulary[span.symbol] ?? "";
    if (SIGN.test(piece)) continue;
    const read = readPiece(piece);
    startsWord ||= read.startsWord;
    const current = words.at(-1);
    if (OPENING.test(read.text)) opening += read.text;
    else if (PUNCTUATION.test(read.text)) addText(current, read.text);
    else if (read.text !== "") {
      if (current === undefined || startsWord) words.push({ text: opening + read.text, spoken: [span] });
      else addSpoken(current, opening + read.text, span);
      startsWord = false;
      opening = "";
    }
  }
  return words.flatMap(closeWord);
}
