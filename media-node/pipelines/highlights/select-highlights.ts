// The first half of the highlight pipeline: what the source is, and which moments of it the reel shows. Nothing is
// rendered here; the result is small and is kept as a checkpoint.
import { AppError } from "../../../shared/errors.ts";
import { HIGHLIGHT_LIMITS } from "../../../shared/limits/highlights.ts";
import type { HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import { clockOf } from "../../ffmpeg/ffmpeg.ts";
import {
  type FoundHighlights,
  type FoundMoment,
  findHighlights,
} from "../../highlights/moments/find-highlights.ts";
import { isMatch } from "../../highlights/moments/recognize-match.ts";
import { defaultReelLengthS } from "../../highlights/moments/reel-selection.ts";
import { refineMoments } from "../../highlights/moments/refine-moments.ts";
import { exciterOf } from "../../highlights/moments/score-highlights.ts";
import { searchedRange } from "../../highlights/searched-range.ts";
import { nameSpan, type Span } from "../../signal/span.ts";
import { earlyVideo } from "../../source/early-video.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../source/probe-source.ts";
import { soundNotice } from "../../source/sound-tracks.ts";
import { usableRange } from "../../source/usable-range.ts";
import { runStage } from "../../threads/run-stage.ts";
import { withAudibleTrack } from "../audible-track.ts";
import { limitRunTime } from "../limit-run-time.ts";
import { oneNotice } from "../one-notice.ts";
import type { RunContext } from "../run-context.ts";
import { analyzeMatch, type MatchAnalysis } from "./analyze-match.ts";

/** What is decided before anything is rendered. */
export interface HighlightSelection {
  readonly source: SourceInfo;
  readonly notice: string | null;
  /** Whether the footage was recognized as a match of the request's category. */
  readonly isMatch: boolean;
  /** In the order of time. */
  readonly moments: readonly FoundMoment[];
}

/** The part of the work that is done before edges are refined. */
const SCORED = 0.97;

/**
 * What is scored of a usable range, and a sentence for the client where that is not all of it: nothing beyond the video,
 * where it ends before the sound, since there would be its last frame alone.
 * @throws AppError NO_MOMENTS_FOUND where the video ends before the range
 */
function scoredRange(
  usable: Span,
  videoEndS = Number.POSITIVE_INFINITY,
): { range: Span; notice: string | null } {
  const range = searchedRange(usable);
  const minutes = HIGHLIGHT_LIMITS.scoredS / 60;
  const notice =
    range.endS === usable.endS
      ? null
      : `Only the first ${minutes} minutes of the footage were searched for moments.`;
  const ended = earlyVideo(videoEndS, range.endS);
  if (ended === null) return { range, notice };
  if (videoEndS <= range.startS) throw new AppError("NO_MOMENTS_FOUND", `${ended} and the range.`);
  return { range: { ...range, endS: videoEndS }, notice: `${ended}: moments were searched up to there.` };
}

const NO_MATCH =
  "No match was recognized in the footage: the reel shows its liveliest moments, and their reasons tell only what was measured.";

/**
 * Finds every moment of a match, of which `selectHighlights` keeps those of the reel.
 * @throws AppError NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function rankHighlights(
  { tools, signal }: RunContext,
  { category }: Pick<HighlightJobRequest, "category">,
  { curves, audio, matchVideo, signs }: MatchAnalysis,
  range: Span,
): Promise<FoundHighlights> {
  if (matchVideo.isStill) {
    // A range of a second or two counts as still, too: nothing in it can move for as long as a moment lasts.
    throw new AppError("NO_MOMENTS_FOUND", `Too little moves ${nameSpan(range)} to make a moment.`);
  }
  const { shotChangesS, replays } = matchVideo;
  return findHighlights({
    curves,
    audio,
    shotChangesS,
    replays,
    swells: signs.swells,
    isMatch: isMatch(signs, category),
    category,
    range,
    reelLengthS: tools.bounds.reelS ?? defaultReelLengthS(range.endS - range.startS),
    excite: exciterOf({ bundle: tools.models.highlights(), signal }),
  });
}

/**
 * Probes a match and chooses the moments of its reel.
 * @throws AppError SOURCE_UNSUPPORTED, SOURCE_TOO_LONG, RANGE_OUTSIDE_SOURCE, NO_MOMENTS_FOUND, MODEL_UNAVAILABLE
 */
export async function selectHighlights(
  context: RunContext,
  request: HighlightJobRequest,
  sourcePath: string,
  onProgress: (fraction: number) => void,
): Promise<HighlightSelection> {
  const { tools, signal } = context;
  const probed = await runStage("probe", null, () => probeSource(tools, sourcePath, signal));
  const video = requireVideo(probed);
  const usable = usableRange(request.range, probed.durationS);
  limitRunTime(request, probed);
  const { range, notice } = scoredRange(usable.range, video.endS);
  const source = await withAudibleTrack({ ffmpeg: tools.ffmpeg, sourcePath, source: probed, range, signal });
  const analysis = await analyzeMatch(context, request, {
    sourcePath,
    source,
    video,
    range,
    onProgress: (done) => onProgress(SCORED * done),
  });
  const moments = await runStage("choose-moments", null, async () => {
    const { reel } = await rankHighlights(context, request, analysis, range);
    return refineMoments({
      moments: reel,
      range,
      ffmpeg: context.tools.ffmpeg,
      sourcePath,
      videoSpecifier: video.specifier,
      ...clockOf(video),
      signal: context.signal,
    });
  });
  onProgress(1);
  const isRecognized = isMatch(analysis.signs, request.category);
  const doubt = isRecognized ? null : NO_MATCH;
  return {
    source,
    notice: oneNotice(usable.notice, notice, soundNotice(source.audio), doubt),
    isMatch: isRecognized,
    moments,
  };
}
