// Clips as their owner reads them: in the output of their job, and one by itself, with what it was made of.
import type { CaptionStyle } from "../../../shared/captions/caption-styles.ts";
import type { ClipDetails, ClipWord } from "../../../shared/schemas/clip-details.ts";
import type { ClipJobOutput, ClipResult } from "../../../shared/tasks/clip-job.ts";
import {
  type PlannedFraming,
  type PlannedMedia,
  type PlannedWords,
  type WordRange,
  wordsBetween,
} from "../../../shared/tasks/clip-plan.ts";
import type { SignFile } from "../task-kind.ts";
import type { FoundClip } from "./find-clip.ts";

/** A clip as its job shows it. */
function viewClip(
  { videoKey, thumbnailKey, captionsKey, features: _, ...shown }: ClipResult,
  signFile: SignFile,
) {
  return {
    ...shown,
    hashtags: [...shown.hashtags],
    videoUrl: signFile(videoKey),
    thumbnailUrl: signFile(thumbnailKey),
    captionsUrl: captionsKey === null ? null : signFile(captionsKey),
  };
}

/** The output of a job that makes clips. */
export function viewClips({ notice, clips }: ClipJobOutput, signFile: SignFile): unknown {
  return { notice, clips: clips.map((clip) => viewClip(clip, signFile)) };
}

/** A style of captions in the words that clients use; what is not there is left out. */
function viewCaptions(style: CaptionStyle | null): ClipDetails["subtitle"] {
  if (style === null) return { with_subtitle: false };
  const fields = {
    font_style: style.font,
    font_size: style.fontSizePx,
    max_words_on_screen: style.maxWordsOnScreen,
    position: style.position,
    position_y: style.positionY,
    font_color: style.fontColor,
    highlight_color: style.highlightColor,
    highlight_background_color: style.highlightBackgroundColor,
    stroke_color: style.strokeColor,
    background_color: style.backgroundColor,
    stroke_width: style.strokeWidthPx,
    shadow: style.shadow,
    shadow_color: style.shadowColor,
    animation: style.animation,
    uppercase: style.uppercase,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return { with_subtitle: true, ...Object.fromEntries(given) };
}

/** @param zero the place of the clip's first word */
function viewWords(words: PlannedWords, { first, next }: WordRange, zero: number): ClipWord[] {
  const { texts, startsMs, endsMs, recognized = {}, spaces = [] } = words;
  const spaced = new Set(spaces);
  return texts.slice(first, next).map((word, offset) => {
    const place = first + offset;
    const original = recognized[String(place)];
    return {
      index: place - zero,
      word,
      start: (startsMs[place] ?? 0) / 1_000,
      end: (endsMs[place] ?? 0) / 1_000,
      ...(original === undefined ? {} : { original }),
      ...(spaced.has(place) ? { followsSpace: true } : {}),
    };
  });
}

function viewFraming({ startS, endS, layout, areas, path }: PlannedFraming): ClipDetails["framing"][number] {
  const moved = path?.map(({ timeS, x }) => ({ time: timeS, x: Math.max(0, x) }));
  const shown = areas.map((area) => ({ ...area, x: Math.max(0, area.x), y: Math.max(0, area.y) }));
  return { start: startS, end: endS, layout, areas: shown, ...(moved === undefined ? {} : { path: moved }) };
}

function viewMedia(media: PlannedMedia | null): ClipDetails["source"] {
  if (media === null) return null;
  const { durationS, width, height, frameRate } = media;
  return { duration: durationS, width, height, frameRate };
}

/** @param aroundS of how much before and after it the words are told */
export function viewClipDetails(
  { task, result, plan, planned }: FoundClip,
  { signFile, aroundS, expiresAt }: { signFile: SignFile; aroundS: number; expiresAt: Date },
): ClipDetails {
  const { words } = plan;
  const { startS, endS } = planned;
  const within = wordsBetween(words, startS, endS);
  const before = { first: wordsBetween(words, startS - aroundS, startS).first, next: within.first };
  const after = { first: within.next, next: wordsBetween(words, endS, endS + aroundS).next };
  return {
    ...viewClip(result, signFile),
    jobId: task.id,
    words: viewWords(words, within, within.first),
    wordsBefore: viewWords(words, before, within.first),
    wordsAfter: viewWords(words, after, within.first),
    subtitle: viewCaptions(plan.captions),
    cuts: [...planned.cutsS],
    framing: planned.framing.map(viewFraming),
    source: viewMedia(plan.media),
    source_expires_at: expiresAt.toISOString(),
  };
}
