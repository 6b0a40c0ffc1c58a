// What a plan holds of a job's clips (see shared/tasks/clip-plan.ts), made of what the stages work with, and back.
import {
  type PlannedFraming,
  type PlannedMedia,
  type PlannedWords,
  saidWords,
} from "../../../shared/tasks/clip-plan.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { isMoving, pathAt } from "../../render/crop-path.ts";
import { type CropArea, type FramingPlan, shownAreas } from "../../render/framing-plan.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import type { SourceInfo } from "../../source/probe-source.ts";
import { tracksOf } from "../../source/sound-tracks.ts";

/** How often the place of a moving crop is told. */
const PATH_STEP_S = 0.5;

function inMs(timeS: number): number {
  return Math.max(0, Math.round(timeS * 1_000));
}

/** Words on the source's clock as a plan holds them. */
export function planWords(words: readonly SpokenWord[]): PlannedWords {
  const placesOf = (isOne: (word: SpokenWord) => boolean): number[] =>
    words.flatMap((word, index) => (isOne(word) ? [index] : []));
  const spaces = placesOf(({ followsSpace }) => followsSpace === true);
  const ends = placesOf(({ endsSentence }) => endsSentence === true);
  const tellsTurns = words.some(({ startsTurn }) => startsTurn !== undefined);
  return {
    texts: words.map(({ text }) => text),
    startsMs: words.map(({ startS }) => inMs(startS)),
    endsMs: words.map(({ endS }) => inMs(endS)),
    ...(tellsTurns ? { turns: placesOf(({ startsTurn }) => startsTurn === true) } : {}),
    ...(spaces.length > 0 ? { spaces } : {}),
    ...(ends.length > 0 ? { ends } : {}),
  };
}

/** The words of a plan that are said, on the source's clock: without those that were taken out. */
export function wordsOfPlan(words: PlannedWords): SpokenWord[] {
  const begins = words.turns === undefined ? undefined : new Set(words.turns);
  return saidWords(words, { first: 0, next: words.texts.length }).map(({ place, ...word }) =>
    begins === undefined ? word : { ...word, startsTurn: begins.has(place) },
  );
}

/**
 * What a plan tells of the source, its frames as they are displayed; null without a video, of which no clip
 * is made.
 */
export function mediaOf({ durationS, video, audio }: SourceInfo): PlannedMedia | null {
  if (video === null) return null;
  const { width, height, frameRate, decodableS, timecode } = video;
  const hasAudio = audio !== null;
  const { soundTrack } = audio === null ? {} : tracksOf(audio);
  return {
    durationS,
    width,
    height,
    frameRate,
    hasAudio,
    ...(soundTrack === undefined ? {} : { soundTrack }),
    ...(decodableS === undefined ? {} : { decodableS }),
    ...(timecode === undefined ? {} : { timecode }),
  };
}

/** How a clip was framed, with its place in the source. */
export interface FramedSpan {
  readonly startS: number;
  readonly durationS: number;
  readonly frameRate: number;
  /** Of the source as displayed. */
  readonly source: FrameSize;
  /** The part of the source that the framing is about, where it is not all of it. */
  readonly area?: CropArea | undefined;
  readonly framing: FramingPlan;
}

/** The layouts of a clip as a plan tells of them. */
export function describeFraming(span: FramedSpan): PlannedFraming[] {
  const { startS, durationS, frameRate, framing } = span;
  const { x: left, y: top, ...whole } = span.area ?? { ...span.source, x: 0, y: 0 };
  const frames = Math.round(durationS * frameRate);
  const timeOf = (frame: number): number => inMs(startS + frame / frameRate) / 1_000;
  return framing.stretches.map(({ startFrame, layout }, index) => {
    const endFrame = framing.stretches[index + 1]?.startFrame ?? frames;
    const areas = shownAreas(layout, startFrame, whole).map(({ x, y, width, height }) => ({
      x: Math.round(x + left),
      y: Math.round(y + top),
      width,
      height,
    }));
    const stretch = { startS: timeOf(startFrame), endS: timeOf(endFrame), layout: layout.kind, areas };
    if (layout.kind !== "crop" || !isMoving(layout.path)) return stretch;
    const step = Math.max(1, Math.round(PATH_STEP_S * frameRate));
    const count = Math.max(0, Math.ceil((endFrame - startFrame) / step) - 1);
    const path = Array.from({ length: count }, (_, place) => {
      const frame = startFrame + (place + 1) * step;
      return { timeS: timeOf(frame), x: Math.round(pathAt(layout.path, frame) + left) };
    });
    return { ...stretch, path };
  });
}
