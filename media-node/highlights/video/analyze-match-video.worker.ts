// Watches a match in a thread of its own, without the frames that no other frame needs: an hour of 720p is decoded in
// 78 s of two cores instead of 108 s (2026-11), and what is left is still many times what is looked at. Key frames alone,
// as clips are chosen by, are too far apart to tell movement from the camera's. Sources that mark nearly all their frames
// as needless are decoded in full after all. A card decodes and makes the frames small where one does (see decodeOnCard).
import type { DecodingCard } from "../../ffmpeg/cards/card-decoding.ts";
import { decodeOnCard } from "../../ffmpeg/cards/decode-on-card.ts";
import { clockOf, type SourceClock } from "../../ffmpeg/ffmpeg.ts";
import type { VideoSpecifier } from "../../ffmpeg/stream-specifier.ts";
import { readStampedFrames } from "../../framing/shots/stamped-frames.ts";
import type { Span } from "../../signal/span.ts";
import { type ThreadContext, threadTask } from "../../threads/thread-task.ts";
import { COLOUR_FRAME } from "./grass.ts";
import { MATCH_FRAME, type MatchVideo } from "./match-video.ts";
import { MatchVideoDigest } from "./match-video-digest.ts";

export interface AnalyzeMatchVideoCall extends SourceClock {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly videoSpecifier: VideoSpecifier;
  /** On the source's clock. */
  readonly range: Span;
}

/** Fewer frames a second than this on average tell too little. */
const SPARSE_PER_S = 1.5;
/** Progress is told in such steps. */
const PROGRESS_STEP = 0.01;

/** Reports what goes beyond what was reported before. */
function forwardOnly(report: (fraction: number) => void): (fraction: number) => void {
  let furthest = 0;
  return (fraction) => {
    if (fraction < furthest + PROGRESS_STEP) return;
    furthest = fraction;
    report(fraction);
  };
}

async function watchWith(
  card: DecodingCard,
  call: AnalyzeMatchVideoCall,
  skip: "noref" | "default",
  { signal, reportProgress }: ThreadContext,
): Promise<MatchVideoDigest> {
  const { ffmpeg, sourcePath, videoSpecifier, range } = call;
  const digest = new MatchVideoDigest();
  const durationS = range.endS - range.startS;
  await readStampedFrames(
    {
      ffmpeg,
      sourcePath,
      videoSpecifier,
      ...clockOf(call),
      size: MATCH_FRAME,
      colours: COLOUR_FRAME,
      perS: MATCH_FRAME.perS,
      startS: range.startS,
      endS: range.endS,
      decoding: ["-skip_frame", skip, "-skip_loop_filter", "all"],
      card,
    },
    signal,
    (pixels, timeS, colours) => {
      digest.push(pixels, timeS, colours);
      reportProgress(Math.min(1, timeS / durationS));
    },
  );
  return digest;
}

function watch(
  call: AnalyzeMatchVideoCall,
  skip: "noref" | "default",
  context: ThreadContext,
): Promise<MatchVideoDigest> {
  const durationS = call.range.endS - call.range.startS;
  return decodeOnCard({ durationS, signal: context.signal }, (card) => watchWith(card, call, skip, context));
}

export default threadTask<AnalyzeMatchVideoCall, MatchVideo>(async (call, { signal, reportProgress }) => {
  const { range } = call;
  const context = { signal, reportProgress: forwardOnly(reportProgress) };
  let digest = await watch(call, "noref", context);
  if (digest.frameCount < SPARSE_PER_S * (range.endS - range.startS)) {
    const whole = await watch(call, "default", context);
    if (whole.frameCount > digest.frameCount) digest = whole;
  }
  return digest.result(range);
});
