// What a person is told beside the clips: that fewer came than were asked for, that nobody speaks of the subject, and
// what is wrong with pictures or captions.

import type { MediaRange } from "../../shared/tasks/media-source.ts";
import { CONJUNCT_SCRIPTS } from "../captions/caption-words.ts";
import { BUNDLED_FFMPEG } from "../ffmpeg/bundled-tools.ts";
import { clockTime } from "../signal/clock-time.ts";
import type { Span } from "../signal/span.ts";
import { earlyVideo } from "../source/early-video.ts";
import type { Moment } from "./explain-moments.ts";
import type { LengthBounds } from "./moments/moment-rater.ts";
import { alternativesIn } from "./wishes/said-subject.ts";
import { stemsIn, topicOf } from "./wishes/wish-relevance.ts";

/**
 * What is said when fewer clips came than were asked for: one sentence, or null where all came.
 * @param rangeS length of what clips could be cut from
 */
export function fewerNotice(
  found: number,
  wanted: number,
  { min, max }: LengthBounds,
  rangeS: number,
): string | null {
  if (found >= wanted) return null;
  const few = `Only ${found} of the ${wanted} clips asked for could be cut`;
  const length = `${Math.round(rangeS * 10) / 10} s`;
  if (found >= Math.floor(rangeS / min)) {
    return `${few}: in ${length} there is no room for more that last ${min} s or longer.`;
  }
  return (
    `${few}: in ${length} there are no more stretches of ${min} to ${max} s beside each other ` +
    "that break no word and are not nearly all silent and still."
  );
}

/** What is said when clips reach beyond the video, which ends before the audio; null where none does. */
export function stillNotice(moments: readonly Span[], videoEndS: number | undefined): string | null {
  const ended = earlyVideo(videoEndS, Math.max(...moments.map(({ endS }) => endS)));
  return ended && `${ended}: from there on clips show the last frame.`;
}

/** What a second before a clip may be without words, unnoticed: nobody speaks all the time. */
const UNHEARD_S = 1;

/** What is said of a clip with captions that reaches beyond what its job has listened to; null where it does not. */
export function unheardNotice(clip: Span, heard: MediaRange | undefined): string | null {
  const { startS = 0, endS = null } = heard ?? {};
  const ends = endS ?? Number.POSITIVE_INFINITY;
  if (clip.startS >= startS - UNHEARD_S && clip.endS <= ends + UNHEARD_S) return null;
  const part =
    endS === null ? `from ${clockTime(startS)} on` : `from ${clockTime(startS)} to ${clockTime(endS)}`;
  return `Only what is said ${part} was transcribed, so the clip has no captions beyond that.`;
}

/**
 * What is said of a clip that has no captions though it should; null where it has words.
 * @param knownWords how many words lie in the clip, with those that were taken out
 */
export function wordlessNotice(transcript: string, knownWords: number): string | null {
  if (transcript !== "") return null;
  return knownWords === 0
    ? "No words are known of this stretch, so the clip has no captions."
    : "All words of the clip were taken out, so it has no captions.";
}

/** Scripts whose letters join, change places or stand on each other, which only HarfBuzz knows. */
const SHAPED_SCRIPTS = [...CONJUNCT_SCRIPTS, "Thai", "Lao", "Myanmar", "Tibetan"];
const SHAPED = new RegExp(`[${SHAPED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}]`, "u");

/** What is said of captions that the bundled ffmpeg draws letter by letter; null where it can, or is not used. */
export function unshapedNotice(words: readonly { readonly text: string }[], ffmpeg: string): string | null {
  if (ffmpeg !== BUNDLED_FFMPEG || !words.some(({ text }) => SHAPED.test(text))) return null;
  return (
    "The ffmpeg that comes with the appliance draws the captions of this script letter by letter, " +
    "without joining them: the appliance needs the system's ffmpeg for it."
  );
}

/**
 * Below this not even the best clip is plainly what was asked for. Of kinds: of 144 wishes for one of nine kinds in 16
 * conversations 24 are told of, of which editors marked the kind 12 times in 24 × 30 marks (2026-11).
 */
const MIN_MATCH = 0.45;

export interface AskedSubject {
  readonly prompt: string | null;
  readonly title: string | null;
  /** Without words nothing tells what is spoken of. */
  readonly hasWords: boolean;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The highest number; undefined where none is known. */
function bestOf(numbers: readonly (number | null)[]): number | undefined {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? undefined : Math.max(...known);
}

/**
 * What is said when nobody speaks of the subject that was asked for, or nothing is of the kinds: one sentence, or null
 * where a clip meets the wish, none was asked for, or nothing tells.
 */
export function wishNotice(
  moments: readonly Pick<Moment, "topicRelevance" | "kindsMet">[],
  { prompt, title, hasWords }: AskedSubject,
): string | null {
  if (!hasWords) return null;
  const instead = "so the clips are the best of what there is.";
  const named = alternativesIn(topicOf(prompt, title)).filter((subject) => stemsIn(subject).size > 0);
  const topic = oneLine(named.join(", "));
  if (stemsIn(topic).size > 0) {
    const best = bestOf(moments.map(({ topicRelevance }) => topicRelevance)) ?? 0;
    return best >= MIN_MATCH ? null : `Nothing in the source is plainly about “${topic}”, ${instead}`;
  }
  const best = bestOf(moments.map(({ kindsMet }) => kindsMet)) ?? 1;
  return best >= MIN_MATCH
    ? null
    : `Nothing in the source plainly answers “${oneLine(prompt ?? "")}”, ${instead}`;
}
