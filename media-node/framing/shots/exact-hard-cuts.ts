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

interface MeasuredFrames {
  /** On the source's clock. */
  readonly timesS: readonly number[];
  readonly measures: ShotMeasures;
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

/** Times of all cuts of a stretch, on the source's clock. */
async function findCuts(input: ExactHardCutsInput, stretch: Span): Promise<number[]> {
  let frames = await measureFrames(input, stretch, 0);
  for (const runUpS of RUN_UPS_S) {
    if ((frames.timesS[0] ?? Number.POSITIVE_INFINITY) <= stretch.startS + LATE_S) break;
    frames = await measureFrames(input, stretch, runUpS);
  }
  const { timesS, measures } = frames;
  const [firstS = 0, lastS = firstS] = [timesS[0], timesS.at(-1)];
  const frameRate = (timesS.length - 1) / Math.max(1e-3, lastS - firstS);
  const [, ...shots] = splitShots(measures, frameRate);
  return shots.map(({ startFrame }) => timesS[startFrame] ?? lastS);
}

/**
 * For each of `nearS` the time of the first frame of the nearest new shot, or null where there is no cut within reach.
 * @throws AppError SOURCE_UNSUPPORTED when ffmpeg fails on the stream; `signal.reason` on abort.
 */
export async function findExactHardCuts(input: ExactHardCutsInput): Promise<(number | null)[]> {
  const { nearS, withinS } = input;
  const refined: (number | null)[] = [];
  for (const wantedS of nearS) {
    const startS = Math.max(0, wantedS - withinS - CONTEXT_S);
    const cuts = await findCuts(input, { startS, endS: wantedS + withinS + CONTEXT_S });
    const distance = (cutS: number): number => Math.abs(cutS - wantedS);
    const near = cuts.filter((cutS) => distance(cutS) <= withinS);
    refined.push(near.sort((a, b) => distance(a) - distance(b))[0] ?? null);
  }
  return refined;
}
