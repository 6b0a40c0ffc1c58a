// How a piece of a reel fills its frame. Pure. A source of the frame's own proportions just fills it; a landscape reel
// of another source shows all of it over its own blur, since nobody watches a match through a slot; upright and square
// reels follow the action as clips follow their subject, with these differences: a scoreboard in a corner may be cut off,
// players who run everywhere are followed where most of them are, and to the side to which the camera is swung.
import type { ReelLayout } from "../../shared/tasks/highlight-job.ts";
import type { FrameSize } from "../ffmpeg/fit-frames.ts";
import type { FramingAnalysis } from "../framing/analyze-framing.worker.ts";
import { planFraming } from "../framing/plan-framing.ts";
import { splitShots } from "../framing/shots/split-shots.ts";
import { type FramingPlan, fillingCrop, standingCrop, wholeClip } from "../render/framing-plan.ts";
import { leaningMotion, playLean } from "./play-lean.ts";

/** Where a crop that fills the frame loses no more than a twentieth of the source, it is taken. */
const SAME_PROPORTIONS = 0.95;
/** Share of the motion that a crop must hold to follow it; below, the play is everywhere and shown whole. */
const FOLLOWED_COVERAGE = 0.4;

function isSameShape(source: FrameSize, target: FrameSize): boolean {
  const crop = fillingCrop(source, target);
  return crop.width * crop.height >= SAME_PROPORTIONS * source.width * source.height;
}

/** The framing of all pieces of a source where it needs no look at its frames; undefined where it does. */
export function plainFraming(
  source: FrameSize,
  target: FrameSize,
  layout: ReelLayout,
): FramingPlan | undefined {
  if (isSameShape(source, target)) {
    const crop = fillingCrop(source, target);
    const middle = (outer: number, inner: number): number => 2 * Math.round((outer - inner) / 4);
    const at = { x: middle(source.width, crop.width), y: middle(source.height, crop.height) };
    return wholeClip("STATIC_CROP", standingCrop(crop, at.x, at.y));
  }
  return layout === "LANDSCAPE" ? wholeClip("BLURRED_WINGS", { kind: "wings" }) : undefined;
}

const CROPS = ["DYNAMIC_CROP", "STATIC_CROP"] as const;

/**
 * The framing of one piece by what its frames show. A piece is cropped or shown whole from its beginning to its end,
 * as most of its time asks for: moments are cut fast, and would flicker from one to the other.
 */
export function followAction(
  analysis: FramingAnalysis,
  { source, target, frameRate }: { source: FrameSize; target: FrameSize; frameRate: number },
): FramingPlan {
  const looks = analysis.looks.map((look) => ({ ...look, text: look.text.map(() => 0) }));
  const lean = playLean(analysis.saliency, splitShots(analysis.saliency, frameRate), frameRate);
  const saliency = { ...analysis.saliency, motion: leaningMotion(analysis.saliency.motion, lean) };
  const followed = { source, target, frameRate, followedCoverage: FOLLOWED_COVERAGE };
  const measured = { ...analysis, saliency, looks, ...followed };
  const best = planFraming({ ...measured, allowedStyles: [...CROPS, "BLURRED_WINGS"] });
  return best.style === "BLURRED_WINGS"
    ? wholeClip("BLURRED_WINGS", { kind: "wings" })
    : planFraming({ ...measured, allowedStyles: CROPS });
}
