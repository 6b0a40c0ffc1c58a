// Subtitles that roll up, as live ones and YouTube's automatic ones do: each cue shows the line before once more, above the
// new one, so that everything would be said two or three times. In other subtitles what returns is said again: songs repeat
// whole lines, and an answer begins with the question's last word. So a track rolls only where many of its cues show the
// words before and others after them.
import { splitWords } from "../../shared/captions/spread-words.ts";
import { mapInSteps } from "../../shared/process/time-slices.ts";
import type { Cue } from "../signal/cues.ts";

/** Cues that follow each other more closely than this were not parted by a pause. */
const TOUCH_S = 0.05;
/** Of all cues, those that go on behind the words of the one before: nearly half where each new line also stands alone. */
const MIN_ROLLED_SHARE = 0.25;
const MIN_ROLLED = 2;
/** Words that may return, some three lines: comparing more would take a stranger's long cues the square of their length. */
const MAX_RETURNING_WORDS = 60;

/** How many of the first words of a cue are the last ones of the cue before, which it touches. */
function returningWords(before: Cue | undefined, cue: Cue): number {
  if (before === undefined || cue.startS > before.endS + TOUCH_S) return 0;
  const [last, first] = [before.text.split(/\s/), cue.text.split(/\s/)];
  let count = Math.min(last.length, first.length, MAX_RETURNING_WORDS);
  while (count > 0 && !last.slice(-count).every((word, index) => word === first[index])) count -= 1;
  return count;
}

/** A cue without its first words. */
function withoutWords(cue: Cue, count: number): Cue {
  const words = cue.text.match(/\S+\s?/g) ?? [];
  const text = words.slice(count).join("");
  if (cue.turnsAtWord === undefined) return { ...cue, text };
  const left = splitWords(words.slice(0, count).join("").trimEnd()).length;
  const turnsAtWord = cue.turnsAtWord.filter((index) => index >= left).map((index) => index - left);
  return { ...cue, text, turnsAtWord };
}

/** Cues with text, in their order, without what those of a rolling track show once more; of others all as they are. */
export function* sayOnceInSteps(cues: Cue[]): Generator<void, Cue[]> {
  const counts = yield* mapInSteps(cues, (cue, index) => returningWords(cues[index - 1], cue));
  const left = yield* mapInSteps(cues, (cue, index) =>
    counts[index] === 0 ? cue : withoutWords(cue, counts[index] ?? 0),
  );
  const rolled = left.filter(({ text }, index) => counts[index] !== 0 && text !== "").length;
  const isRolling = rolled >= Math.max(MIN_ROLLED, MIN_ROLLED_SHARE * cues.length);
  return isRolling ? left.filter(({ text }) => text !== "") : cues;
}
