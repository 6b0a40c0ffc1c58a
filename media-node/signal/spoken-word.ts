import type { WrittenWord } from "../../shared/captions/subtitle-lines.ts";
import type { Span } from "./span.ts";

/** A word with the time in which it is spoken, known or estimated. */
export interface SpokenWord extends Span, WrittenWord {
  /** With its punctuation, as far as there is any. */
  readonly text: string;
  /** Whether a speaker begins with it; missing where nothing says so. */
  readonly startsTurn?: boolean;
  /** How sure a recognizer is of it, 0 to 1; missing where it is written. */
  readonly score?: number;
}
