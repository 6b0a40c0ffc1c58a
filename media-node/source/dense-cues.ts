// Which subtitles are more than anybody says or reads. They are a stranger's text: whatever chooses and draws clips reads
// each of their words, some of it those around each, and a stranger's megabytes of single letters would be millions of
// words. A bound for the whole range alone was rejected: all that it allows for hours may stand in one clip.
import { splitWords } from "../../shared/captions/spread-words.ts";
import type { Cue } from "../signal/cues.ts";
import type { Span } from "../signal/span.ts";

/** Several times what anybody says or reads, also in two languages or where live subtitles repeat each line. */
const MAX_CHARACTERS_PER_S = 100;
/** A word counts for so many characters at least: 12 of them a second are 750 a minute. */
const MIN_CHARACTERS_PER_WORD = 8;
/** A minute's worth may stand anywhere: a letter that is shown, the signs of a busy scene. */
const MAX_AT_ONCE = 60 * MAX_CHARACTERS_PER_S;

/** Whether cues are more than could be said in a range. */
export function isMoreThanSaid(cues: readonly Cue[], { startS, endS }: Span): boolean {
  const characters = cues.reduce((sum, { text }) => sum + text.length, 0);
  return characters > MAX_AT_ONCE + MAX_CHARACTERS_PER_S * (endS - startS);
}

/**
 * Cues, ascending by start, without those that are too much where they are shown: of any stretch no more is left than what
 * may stand anywhere, and what may be said in its time. In steps: a dictionary tells the words of some scripts, which takes
 * seconds of hours of them.
 */
export function* withoutDenseInSteps(cues: readonly Cue[]): Generator<void, Cue[]> {
  const sorted = cues.toSorted((a, b) => a.startS - b.startS);
  const kept: Cue[] = [];
  let room = MAX_AT_ONCE;
  for (const [index, cue] of sorted.entries()) {
    yield;
    const { text, startS, endS } = cue;
    const sinceS = startS - (sorted[index - 1]?.startS ?? startS);
    room = Math.min(MAX_AT_ONCE, room + sinceS * MAX_CHARACTERS_PER_S);
    // A cue goes when the next one comes.
    const shownS = Math.max(0, Math.min(endS, sorted[index + 1]?.startS ?? endS) - startS);
    const most = room + shownS * MAX_CHARACTERS_PER_S;
    // First by its length: some scripts' words are found in a dictionary, which takes long.
    if (text.length > most) continue;
    const size = Math.max(text.length, MIN_CHARACTERS_PER_WORD * splitWords(text).length);
    if (size > most) continue;
    room -= size;
    kept.push(cue);
  }
  return kept;
}
