// The exact frame on which a shot changes. Watching a match knows shot changes to a quarter of a second, from the frames
// that others need; here a second or two around a wanted time is decoded in full, at the source's own times. Dissolves
// have no such frame and are left out.

import { clockOf, type SourceClock } from "../../ffmpeg/ffmpeg.ts";
import type { VideoSpecifier } from "../../ffmpeg/stream-specifier.ts";
import type { Span } from "../../signal/span.ts";
import { BrightnessLevelChanges } from "./brightness-level-changes.ts";
import { ColumnSaliencyCollector, FRAMING_HEIGHT, FRAMING_WIDTH } from "./column-saliency.ts";
import { type ShotMeasures, splitShots } from "./split-shots.ts";
import { readStampedFrames } from "./stamped-frames.ts";

export interface ExactHardCutsInput extends SourceClock {
  /** The binary. */
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  /** Seconds on the source's clock. */
  readonly nearS: readonly number[];
  /** How far from each of `nearS` a shot change is looked for. */
  readonly withinS: number;
  readonly signal: AbortSignal;
}

/** Decoded before and after what is searched, so that a cut at its edge is seen among its neighbours. */
const CONTEXT_S = 0.5;
/**
 * How much earlier decoding starts when it has to start over: some containers are sought by bytes, and what lies before
 * the next key frame is lost.
 */
const RUN_UPS_S = [5, 30];
/** What a stretch may lack at its beginning: a frame of the slowest sources. */
const LATE_S = 0.25;
/** Of any source, for the room that measuring takes. */
const MAX_FRAMES_PER_S = 240;

/** The frames of a stretch, every one of them. */
export interface MeasuredFrames {
  /** On the source's clock. */
  readonly timesS: readonly number[];
  readonly measures: ShotMeasures & { readonly levels: readonly number[] };
}

async function measureFrames(
  { ffmpeg, sourcePath, videoSpecifier, signal, ...clock }: ExactHardCutsInput,
  { startS, endS }: Span,
  runUpS: number,
): Promise<MeasuredFrames> {
  const timesS: number[] = [];
  // The rate is for dissolves alone, which are not looked for.
  const collector = new ColumnSaliencyCollector(Math.ceil((endS - startS) * MAX_FRAMES_PER_S), 25);
  const fromS = Math.max(0, startS - runUpS);
  const levels = new BrightnessLevelChanges();
  await readStampedFrames(
    {
      ffmpeg,
      sourcePath,
      videoSpecifier,
      ...clockOf(clock),
      startS: fromS,
      endS,
      size: { width: FRAMING_WIDTH, height: FRAMING_HEIGHT },
      perS: null,
      decoding: [],
    },
    signal,
    (pixels, timeS) => {
      if (fromS + timeS < startS) return;
      timesS.push(fromS + timeS);
      collector.push(Buffer.from(pixels));
      levels.push(pixels);
    },
  );
  return {
    timesS,
    measures: { ...collector.result(), dissolve: new Float32Array(0), levels: levels.result() },
  };
}

/** Measures the frames within reach of a time, and so much before and after them. */
export async function measureAround(
  input: ExactHardCutsInput,
  wantedS: number,
  contextS: number,
): Promise<MeasuredFrames> {
  const reachS = input.withinS + contextS;
  const stretch = { startS: Math.max(0, wantedS - reachS), endS: wantedS + reachS };
  let frames = await measureFrames(input, stretch, 0);
  for (const runUpS of RUN_UPS_S) {
    if ((frames.timesS[0] ?? Number.POSITIVE_INFINITY) <= stretch.startS + LATE_S) break;
    frames = await measureFrames(input, stretch, runUpS);
  }
  return frames;
}

/** The time of the first frame of the new shot at the cut that is nearest to a time; null where none is within reach. */
export function nearestCut(
  { timesS, measures }: MeasuredFrames,
  wantedS: number,
  withinS: number,
): number | null {
  const [firstS = 0, lastS = firstS] = [timesS[0], timesS.at(-1)];
  const frameRate = (timesS.length - 1) / Math.max(1e-3, lastS - firstS);
  const [, ...shots] = splitShots(measures, frameRate);
  const distance = (cutS: number): number => Math.abs(cutS - wantedS);
  const cuts = shots.map(({ startFrame }) => timesS[startFrame] ?? lastS);
  const near = cuts.filter((cutS) => distance(cutS) <= withinS);
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * For each of `nearS` the time of the first frame of the nearest new shot, or null where there is no cut within reach.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort.
 */
export async function findExactHardCuts(input: ExactHardCutsInput): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  for (const wantedS of input.nearS) {
    const frames = await measureAround(input, wantedS, CONTEXT_S);
    found.push(nearestCut(frames, wantedS, input.withinS));
  }
  return found;
}
