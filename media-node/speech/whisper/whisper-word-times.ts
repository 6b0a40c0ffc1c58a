// Corrects the times of words at pauses (add_word_timestamps of whisper/timing.py): attention rests on the last or the
// next word during a pause, which makes that word impossibly long. Words at sentence ends and after pauses are cut to
// twice the median word, and the first and last word of a segment yield to its timestamps.
import { spaceMark } from "../../../shared/captions/written-spaces.ts";
import type { RecognizedWord } from "../speech-recognizer.ts";
import type { WhisperSegment } from "./whisper-segments.ts";
import { isSentenceEnd, mergePunctuation, type TokenWord } from "./whisper-words.ts";

export interface TimedTokenWord extends TokenWord {
  startS: number;
  endS: number;
  /** Mean probability of its tokens. */
  readonly score: number;
}

interface Durations {
  readonly medianS: number;
  readonly maxDurationS: number;
}

/** A median word is never taken for longer than this. */
const MAX_MEDIAN_S = 0.7;
const SEGMENT_TOLERANCE_S = 0.5;

function durationsOf(words: readonly TimedTokenWord[]): Durations | undefined {
  const sorted = words
    .map(({ startS, endS }) => endS - startS)
    .filter((durationS) => durationS > 0)
    .sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const half = sorted.length / 2;
  const median = ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2;
  const medianS = Math.min(MAX_MEDIAN_S, median);
  return { medianS, maxDurationS: 2 * medianS };
}

/** Words and marks beside the end of a sentence; before punctuation is merged. */
function shortenAtSentenceEnds(words: readonly TimedTokenWord[], { maxDurationS }: Durations): void {
  words.forEach((word, index) => {
    const previous = words[index - 1];
    if (previous === undefined || word.endS - word.startS <= maxDurationS) return;
    if (isSentenceEnd(word.text)) word.endS = word.startS + maxDurationS;
    else if (isSentenceEnd(previous.text)) word.startS = word.endS - maxDurationS;
  });
}

/** The first one or two words of a segment, when a pause came before them. */
function shortenAfterPause(
  words: readonly TimedTokenWord[],
  lastSpeechS: number,
  { medianS, maxDurationS }: Durations,
): void {
  const [first, second] = words;
  if (first === undefined || first.endS - lastSpeechS <= medianS * 4) return;
  const isFirstLong = first.endS - first.startS > maxDurationS;
  const areBothLong = second !== undefined && second.endS - first.startS > maxDurationS * 2;
  if (!isFirstLong && !areBothLong) return;
  if (second !== undefined && second.endS - second.startS > maxDurationS) {
    const boundaryS = Math.max(second.endS / 2, second.endS - maxDurationS);
    first.endS = boundaryS;
    second.startS = boundaryS;
  }
  first.startS = Math.max(0, first.endS - maxDurationS);
}

/** Returns when the segment's speech ends. */
function fitToSegment(words: readonly TimedTokenWord[], segment: WhisperSegment, medianS: number): number {
  const first = words[0] as TimedTokenWord;
  const last = words.at(-1) as TimedTokenWord;
  if (segment.startS < first.endS && segment.startS - SEGMENT_TOLERANCE_S > first.startS) {
    first.startS = Math.max(0, Math.min(first.endS - medianS, segment.startS));
  }
  if (segment.endS > last.startS && segment.endS + SEGMENT_TOLERANCE_S < last.endS) {
    last.endS = Math.max(last.startS + medianS, segment.endS);
    return segment.endS;
  }
  return last.endS;
}

/** Takes the words of one segment off the front of `words`. */
function takeSegment(words: TimedTokenWord[], tokenCount: number): TimedTokenWord[] {
  let taken = 0;
  let count = 0;
  while (count < words.length && taken < tokenCount) {
    taken += words[count]?.tokenCount ?? 0;
    count += 1;
  }
  return words.splice(0, count);
}

/**
 * Words with their punctuation and with believable times.
 * @param aligned words and lone punctuation of all segments, times in seconds of the window; changed in place
 * @param segments the segments that the words' tokens came from, in order
 */
export function correctWordTimes(
  aligned: TimedTokenWord[],
  segments: readonly WhisperSegment[],
): TimedTokenWord[] {
  const durations = durationsOf(aligned);
  if (durations === undefined) return mergePunctuation(aligned);
  shortenAtSentenceEnds(aligned, durations);
  const waiting = mergePunctuation(aligned);
  let lastSpeechS = 0;
  return segments.flatMap((segment) => {
    const words = takeSegment(waiting, segment.tokens.length);
    if (words.length === 0) return [];
    shortenAfterPause(words, lastSpeechS, durations);
    lastSpeechS = fitToSegment(words, segment, durations.medianS);
    return words;
  });
}

/** Words with their times in order and inside the window, without those that are only spaces. */
export function orderedWords(words: readonly TimedTokenWord[], durationS: number): RecognizedWord[] {
  let latestS = 0;
  let before: string | undefined;
  return words.flatMap(({ text: written, startS, endS, score }) => {
    const text = written.trim();
    if (text === "") return [];
    const fromS = Math.min(durationS, Math.max(latestS, startS));
    latestS = Math.min(durationS, Math.max(fromS, endS));
    const mark = /^\s/u.test(written) ? spaceMark(before, text) : {};
    before = text;
    return [{ text, startS: fromS, endS: latestS, score: Math.min(1, score), ...mark }];
  });
}
