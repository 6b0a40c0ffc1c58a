// From subtitle cues to words with times. A cue says when its text is shown, not when each word is spoken.
import { joinLines, splitWords, spreadWords } from "../../shared/captions/spread-words.ts";
import type { Cue } from "../signal/cues.ts";
import type { Span } from "../signal/span.ts";
import type { SpokenWord } from "../signal/spoken-word.ts";

/** Cues that begin closer together than this are two speakers at once, or two rows of one text. */
const TOGETHER_S = 0.2;
/** Characters of such cues: more is read by nobody, and a stranger's file may have any number of cues at one time. */
const MAX_TOGETHER_LENGTH = 1_000;

/** The words of a cue with times spread by their length. */
export function wordsOfCue({ text, startS, endS, turnsAtWord }: Cue): SpokenWord[] {
  const words = spreadWords(text, startS, endS);
  if (turnsAtWord === undefined) return words;
  const turns = new Set(turnsAtWord);
  return words.map((word, index) => ({ ...word, startsTurn: turns.has(index) }));
}

/**
 * Cues, ascending by start, without those that say what another says with which they begin, as the layers of drawn
 * subtitles do: one of them is shown for as long as all.
 */
export function withoutTwins(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  const lastOf = new Map<string, number>();
  for (const cue of cues.toSorted((a, b) => a.startS - b.startS)) {
    const at = lastOf.get(cue.text) ?? kept.length;
    const twin = kept[at];
    if (twin !== undefined && cue.startS - twin.startS < TOGETHER_S) {
      kept[at] = { ...twin, endS: Math.max(twin.endS, cue.endS) };
    } else {
      lastOf.set(cue.text, kept.length);
      kept.push(cue);
    }
  }
  return kept;
}

/** Two cues that are shown at the same time, as one, without the second's text where it would be too long. */
function joinCues(first: Cue, second: Cue): Cue {
  const joined = { startS: first.startS, endS: Math.max(first.endS, second.endS) };
  const isTooLong = first.text.length + 1 + second.text.length > MAX_TOGETHER_LENGTH;
  if (isTooLong) return { ...first, ...joined };
  const text = joinLines([first.text, second.text]);
  if (first.turnsAtWord === undefined && second.turnsAtWord === undefined) return { ...joined, text };
  const firstWords = splitWords(first.text).length;
  const later = (second.turnsAtWord ?? []).map((index) => firstWords + index);
  return { ...joined, text, turnsAtWord: [...(first.turnsAtWord ?? []), ...later] };
}

/**
 * Cues one after the other: a cue ends where the next begins, and cues that begin together become one. Captions have
 * one place on the screen, so that overlapping cues (as live and automatic subtitles have) would cover each other.
 */
export function separateCues(cues: readonly Cue[]): Cue[] {
  const separate: Cue[] = [];
  for (const cue of withoutTwins(cues)) {
    const last = separate.at(-1);
    if (last !== undefined && last.endS > cue.startS) {
      separate.pop();
      const together = cue.startS - last.startS < TOGETHER_S;
      if (together) {
        separate.push(joinCues(last, cue));
        continue;
      }
      separate.push({ ...last, endS: cue.startS });
    }
    separate.push(cue);
  }
  return separate;
}

/**
 * All words of the cues, on the cues' clock; their times never go back. In steps: a dictionary tells the words of some
 * scripts, which takes seconds of hours of them.
 */
export function* wordsInSteps(cues: readonly Cue[]): Generator<void, SpokenWord[]> {
  const words: SpokenWord[] = [];
  for (const cue of separateCues(cues)) {
    words.push(...wordsOfCue(cue));
    yield;
  }
  return words;
}

/** The words whose middle lies within a stretch of the source, on the stretch's own clock. */
export function wordsWithin(words: readonly SpokenWord[], stretch: Span): SpokenWord[] {
  const isInside = ({ startS, endS }: SpokenWord): boolean =>
    (startS + endS) / 2 >= stretch.startS && (startS + endS) / 2 < stretch.endS;
  return words.filter(isInside).map((word) => ({
    ...word,
    startS: Math.max(0, word.startS - stretch.startS),
    endS: Math.min(stretch.endS, word.endS) - stretch.startS,
  }));
}
