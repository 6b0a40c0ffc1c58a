// Sees a source in a thread of its own, mostly by its key frames: they decode ten times faster than everything (ten
// minutes of 720p in 1.6 s, not 18 s; 2026-11), and encoders put them at shot changes. Sources with hardly any key
// frames are decoded without their disposable frames, as long as the range is short enough for that to be cheap.
// Long ranges are decoded and made small on a card where one decodes (see decodeOnCard).
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import {
  cardInput,
  type DecodingCard,
  shrunkOnCard,
  watchedOnCard,
} from "../../ffmpeg/cards/card-decoding.ts";
import { decodeOnCard } from "../../ffmpeg/cards/decode-on-card.ts";
import { clockOf, runFfmpeg, type SourceClock, seconds, untrustedInput } from "../../ffmpeg/ffmpeg.ts";
import { keptFilters } from "../../ffmpeg/fit-frames.ts";
import { FROM_KEY_FRAME } from "../../ffmpeg/steady-frames.ts";
import type { VideoSpecifier } from "../../ffmpeg/stream-specifier.ts";
import type { Span } from "../../signal/span.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { FrameDigest, STAMP_BYTES, STAMPS_PER_S } from "./frame-steps.ts";
import { analyzeSteps } from "./sampled-shot-changes.ts";
import { OVERVIEW_HEIGHT, OVERVIEW_WIDTH, type VideoAnalysis } from "./video-analysis.ts";

export interface AnalyzeVideoCall extends Span, SourceClock {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
}

/** Frames a second at most. */
const OVERVIEW_RATE = 2;
/** Key frames further apart than this on average tell too little. */
const SPARSE_KEY_FRAMES_S = 6;
/** The longest range that is decoded in full for want of key frames. */
const MAX_FULL_DECODE_S = 600;

export type SkippedFrames = "nokey" | "noref";

/**
 * Arguments that put small grey frames on the pipe. A row below each holds its time in hundredths of a second, byte
 * by byte: the pipe has no timestamps, and `fps` repeats frames where the source has none.
 */
export function overviewArgs(
  call: AnalyzeVideoCall,
  skip: SkippedFrames,
  card: DecodingCard = null,
): string[] {
  const stamp = `mod(floor(max(T,0)*${STAMPS_PER_S}/pow(256,X)),256)*lt(X,${STAMP_BYTES})`;
  // What is not decoded need not be read either, where the container has an index (half the time, 2026-11).
  const discarded = skip === "nokey" ? [`-discard:${call.videoSpecifier}`, "nokey"] : [];
  const filters = [
    ...shrunkOnCard(card, { width: OVERVIEW_WIDTH, height: OVERVIEW_HEIGHT }),
    `scale=${OVERVIEW_WIDTH}:${OVERVIEW_HEIGHT}:flags=area`,
    "format=gray",
    `pad=${OVERVIEW_WIDTH}:${OVERVIEW_HEIGHT + 1}`,
    `geq=lum='if(gte(Y,${OVERVIEW_HEIGHT}),${stamp},lum(X,Y))'`,
    `fps=fps=${OVERVIEW_RATE}:start_time=0`,
    `trim=end=${seconds(call.endS - call.startS)}`,
  ];
  return [
    ...untrustedInput(call.sourcePath, {
      seekS: call.startS,
      ...clockOf(call),
      // Turned or not, what changes is the same.
      extra: [
        ...FROM_KEY_FRAME,
        ...keptFilters(),
        ...discarded,
        "-skip_frame",
        skip,
        "-skip_loop_filter",
        "all",
        ...cardInput(card),
      ],
    }),
    ...["-map", `0:${call.videoSpecifier}`, "-an", "-sn", "-dn", "-vf", filters.join(",")],
    ...["-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "gray", "pipe:1"],
  ];
}

async function lookWith(
  card: DecodingCard,
  call: AnalyzeVideoCall,
  skip: SkippedFrames,
  signal: AbortSignal,
  onTimeS: (timeS: number) => void,
): Promise<FrameDigest> {
  const digest = new FrameDigest();
  await runFfmpeg(call.ffmpeg, {
    args: overviewArgs(call, skip, card),
    timeoutMs: PROCESS_LIMITS.ffmpegTimeoutMs,
    signal,
    onOutput: (chunk) => {
      digest.push(chunk);
      onTimeS(digest.steps.at(-1)?.timeS ?? 0);
    },
    ...watchedOnCard(card),
  });
  return digest;
}

function look(
  call: AnalyzeVideoCall,
  skip: SkippedFrames,
  signal: AbortSignal,
  onTimeS: (timeS: number) => void,
): Promise<FrameDigest> {
  return decodeOnCard({ durationS: call.endS - call.startS, signal }, (card) =>
    lookWith(card, call, skip, signal, onTimeS),
  );
}

function isSparse(digest: FrameDigest, durationS: number): boolean {
  return digest.steps.length + 1 < Math.max(2, durationS / SPARSE_KEY_FRAMES_S);
}

export default threadTask<AnalyzeVideoCall, VideoAnalysis>(async (call, { signal, reportProgress }) => {
  const durationS = call.endS - call.startS;
  let furthestS = 0;
  const onTimeS = (timeS: number): void => {
    if (timeS <= furthestS) return;
    furthestS = timeS;
    reportProgress(Math.min(1, timeS / durationS));
  };
  let digest = await look(call, "nokey", signal, onTimeS);
  if (isSparse(digest, durationS) && durationS <= MAX_FULL_DECODE_S) {
    digest = await look(call, "noref", signal, onTimeS);
  }
  return analyzeSteps({ startS: call.startS, durationS, firstS: digest.firstS, steps: digest.steps });
});
