// How one piece of a reel fills its frame, and which of its frames stands for the reel where it is the best: kept as a
// checkpoint, because the templated render frames its pieces as the raw one did.
import type { HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import { analyzeFraming } from "../../framing/analyze-framing.ts";
import { chooseThumbnail } from "../../framing/choose-thumbnail.ts";
import { followAction, plainFraming } from "../../reel/frame-reel.ts";
import { type ReelPiece, type ReelPlan, readOfPiece } from "../../reel/plan-reel.ts";
import type { FramingPlan } from "../../render/framing-plan.ts";
import { checkpoint } from "../checkpoints.ts";
import { type FramedSource, framingCall } from "../framing-call.ts";
import type { RunContext } from "../run-context.ts";

export interface PieceToFrame extends FramedSource {
  readonly plan: ReelPlan;
  readonly layout: HighlightJobRequest["layout"];
  readonly piece: ReelPiece;
  readonly index: number;
  /** When the piece is most exciting, on the source's clock, where it gives the reel its thumbnail; else null. */
  readonly peakS: number | null;
}

export interface FramedPiece {
  readonly framing: FramingPlan;
  /** From the piece's beginning; null where the piece gives no thumbnail. */
  readonly thumbnailS: number | null;
}

/** The thumbnail shows what the moment is about: from this long before its peak to this long after. */
const [BEFORE_PEAK_S, AFTER_PEAK_S] = [2, 4];

async function look(context: RunContext, input: PieceToFrame): Promise<FramedPiece> {
  const { tools, signal } = context;
  const { video, plan, piece, peakS, layout } = input;
  const { target, frameRate } = plan;
  const source = { width: video.width, height: video.height };
  const plain = plainFraming(source, target, layout);
  if (plain !== undefined && peakS === null) return { framing: plain, thumbnailS: null };
  const durationS = piece.frameCount / frameRate;
  const call = framingCall(tools, input, frameRate, readOfPiece(piece, frameRate, video));
  const analysis = await analyzeFraming(call, signal);
  const framing = plain ?? followAction(analysis, { source, target, frameRate });
  if (peakS === null) return { framing, thumbnailS: null };
  const peakFrame = (peakS - piece.startS) * frameRate;
  const nearPeak = analysis.looks.filter(
    ({ frame }) =>
      frame >= peakFrame - BEFORE_PEAK_S * frameRate && frame <= peakFrame + AFTER_PEAK_S * frameRate,
  );
  const measured = { ...analysis, source, target, framing, frameRate };
  const chosenS = chooseThumbnail({ ...measured, looks: nearPeak }) ?? chooseThumbnail(measured);
  return { framing, thumbnailS: Math.min(chosenS ?? durationS / 3, durationS - 1 / frameRate) };
}

/** @throws AppError SOURCE_UNSUPPORTED, MODEL_UNAVAILABLE; `signal.reason` on abort */
export function framePiece(context: RunContext, input: PieceToFrame): Promise<FramedPiece> {
  return checkpoint(context, `framing-${input.index}`, () => look(context, input));
}
