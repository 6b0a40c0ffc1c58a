// Makes a render from a client's body and the clip that it changes. Pure: what is not changed stays as the plan of the
// clip tells it.
import {
  type CaptionPresets,
  changeCaptionStyle,
  findCaptionPreset,
} from "../../../shared/captions/caption-presets.ts";
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import { CLIP_LIMITS, RERENDER_LIMITS } from "../../../shared/limits/clips.ts";
import { seenLine } from "../../../shared/plain-line.ts";
import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { RenderRequest } from "../../../shared/schemas/requests/render-request.ts";
import { invalidRequest } from "../../../shared/schemas/validate.ts";
import { taskPrefix } from "../../../shared/storage/task-keys.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { wordsBetween } from "../../../shared/tasks/clip-plan.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import type { CorrectedWord, RenderJobRequest } from "../../../shared/tasks/render-job.ts";
import type { FoundClip } from "../clips/find-clip.ts";

/** Times of requests have milliseconds; what differs by less is the same. */
const SAME_S = 0.0005;
/** Containers round: an end so little behind the source's own is the source's. */
const END_TOLERANCE_S = 0.05;

interface Stretch {
  readonly startS: number;
  readonly endS: number;
}

function shown(timeS: number): string {
  return String(roundToMs(timeS));
}

/** A length may also be what it is: ends between words may have made a clip a little shorter or longer than others. */
function checkLength({ startS, endS }: Stretch, before: Stretch, path: string): void {
  const { min, max } = CLIP_LIMITS.clipLengthS;
  const lengthS = endS - startS;
  const beforeS = before.endS - before.startS;
  const isTooShort = lengthS < Math.min(min, beforeS) - SAME_S;
  const isTooLong = lengthS > Math.max(max, beforeS) + SAME_S;
  if (!isTooShort && !isTooLong) return;
  const message = `leaves a clip of ${shown(lengthS)} s: clips last ${min} to ${max} s`;
  throw invalidRequest([{ path, message }]);
}

/** What was read of the source, where no more of it is kept. @throws AppError INVALID_REQUEST with the field outside it */
function checkPart({ startS, endS }: Stretch, { isPartKept = false, range }: FoundClip["plan"]): void {
  if (!isPartKept || range === undefined) return;
  const from = range.startS;
  const to = range.endS ?? Number.POSITIVE_INFINITY;
  const message = `lies outside what the job read of its source, of which no more is kept (${shown(from)} to ${shown(to)} s)`;
  if (startS < from - SAME_S) throw invalidRequest([{ path: "/start", message }]);
  if (endS > to + END_TOLERANCE_S) throw invalidRequest([{ path: "/end", message }]);
}

/** The stretch that is asked for. @throws AppError INVALID_REQUEST with the field that is wrong */
function stretchOf({ start, end }: RenderRequest, { planned, plan }: FoundClip): Stretch {
  if (start === undefined && end === undefined) return planned;
  const startS = start ?? planned.startS;
  const wantedS = end ?? planned.endS;
  const sourceS = plan.media?.durationS ?? Number.POSITIVE_INFINITY;
  const refuse = (path: string, message: string) => invalidRequest([{ path, message }]);
  if (startS >= sourceS) throw refuse("/start", `lies behind the source's end (${shown(sourceS)} s)`);
  if (wantedS > sourceS + END_TOLERANCE_S) {
    throw refuse("/end", `lies behind the source's end (${shown(sourceS)} s)`);
  }
  checkPart({ startS, endS: wantedS }, plan);
  const endS = Math.min(wantedS, sourceS);
  if (endS <= startS) {
    throw end === undefined
      ? refuse("/start", `must be before the clip's end (${shown(endS)} s)`)
      : refuse("/end", `must be after the start (${shown(startS)} s)`);
  }
  checkLength({ startS, endS }, planned, end === undefined ? "/start" : "/end");
  return { startS, endS };
}

/** One line, without what no font draws. */
function plainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
}

/** @throws AppError INVALID_REQUEST for a title of which nothing is seen */
function titleOf({ title }: RenderRequest, current: string): string {
  if (title === undefined) return current;
  const text = plainText(title);
  if (seenLine(text) === null) throw invalidRequest([{ path: "/title", message: "must not be empty" }]);
  return text;
}

/** @throws AppError INVALID_REQUEST naming a word that is not there, or is named twice; for more text than is said */
function correctedWords({ words = [] }: RenderRequest, { plan, planned }: FoundClip): CorrectedWord[] {
  const { textLength } = RERENDER_LIMITS;
  if (words.reduce((sum, { word }) => sum + word.length, 0) > textLength)
    throw invalidRequest([
      { path: "/words", message: `must have at most ${textLength} characters together` },
    ]);
  const { first } = wordsBetween(plan.words, planned.startS, planned.endS);
  const count = plan.words.texts.length;
  const places = new Set<number>();
  return words.map(({ index, word }, at) => {
    const place = first + index;
    const path = `/words/${at}/index`;
    if (place < 0 || place >= count) {
      const known = count === 0 ? "no words are known" : `known words have ${-first} to ${count - 1 - first}`;
      throw invalidRequest([{ path, message: `names no word: ${known}` }]);
    }
    if (places.has(place)) throw invalidRequest([{ path, message: "names a word that is named before" }]);
    places.add(place);
    return { place, text: plainText(word) };
  });
}

/** @throws AppError INVALID_REQUEST for a preset or a font that is not there */
function captionsOf(
  { subtitle }: RenderRequest,
  current: CaptionStyle | null,
  presets: CaptionPresets,
): CaptionStyle | null {
  if (subtitle === undefined) return current;
  if (subtitle.with_subtitle === false) return null;
  const named = findCaptionPreset(presets, subtitle.preset);
  const begun = subtitle.preset === undefined ? (current ?? named.style) : named.style;
  return changeCaptionStyle(begun, subtitle, "/subtitle");
}

function stylesOf({ editing_style: style, subtitle }: RenderRequest, allowed: readonly EditingStyle[]) {
  return style === undefined ? (subtitle?.allowed_editing_styles ?? allowed) : [style];
}

/** What is needed of the storage beside the clip's plan. */
export interface RenderSources {
  readonly planKey: string;
  readonly source: MediaSource;
}

/** Makes the render that a media node runs. @throws AppError INVALID_REQUEST with the field that is wrong */
export function renderJobRequest(
  body: RenderRequest,
  found: FoundClip,
  { planKey, source }: RenderSources,
  presets: CaptionPresets,
): RenderJobRequest {
  const { task, result, plan, planned } = found;
  const { startS, endS } = stretchOf(body, found);
  const { viralityScore, scoreBreakdown, reason, features } = result;
  const isSameStretch = startS === planned.startS && endS === planned.endS;
  const jobs = new Set([task.id, plan.sourceTaskId ?? task.id]);
  return {
    jobId: task.id,
    clipId: result.id,
    plan: { storageKey: planKey },
    source,
    jobs: [...jobs].map((jobId) => ({ storageKey: taskPrefix(jobId) })),
    startS,
    endS,
    title: titleOf(body, result.title),
    words: correctedWords(body, found),
    editingStyles: stylesOf(body, plan.editingStyles),
    captions: captionsOf(body, plan.captions, presets),
    scored: { viralityScore, scoreBreakdown, reason },
    ...(isSameStretch && features !== undefined ? { features } : {}),
  };
}
