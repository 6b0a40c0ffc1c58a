// How a clip fills its frame, decided from what was measured of it, with all that later steps ask of that: where its faces
// are, what its thumbnail is chosen by, and what its plan tells. Pure.
import { roundToMs } from "../../../shared/round-to-ms.ts";
import type { PlannedClip } from "../../../shared/tasks/clip-plan.ts";
import { areAtTop } from "../../captions/caption-placement.ts";
import type { ShownFaces } from "../../captions/clear-of-faces.ts";
import type { FramingAnalysis } from "../../framing/analyze-framing.worker.ts";
import type { ThumbnailRequest } from "../../framing/choose-thumbnail.ts";
import { edgesInFrame, facesInFrame } from "../../framing/faces-in-frame.ts";
import { framedShots, planFraming } from "../../framing/plan-framing.ts";
import { frameOfLayout } from "../../render/frame-of-layout.ts";
import type { ClipRender } from "../../render/render-clip.ts";
import { type ClipOptions, type ClipWithVideo, spanOf } from "./clip-to-cut.ts";
import { describeFraming } from "./planned-clips.ts";

export interface FramedClip {
  readonly frame: Pick<
    ClipRender,
    "startS" | "durationS" | "frameRate" | "target" | "framing" | "area" | "captionsAtTop"
  >;
  /** What its thumbnail is chosen by, but for its captions. */
  readonly seen: ThumbnailRequest;
  readonly faces: readonly ShownFaces[];
  readonly planned: Pick<PlannedClip, "cutsS" | "framing">;
}

/** Decides how the clip fills its frame, from what the source shows. */
export function frameClip(
  options: ClipOptions,
  clip: ClipWithVideo,
  { area, ...analysis }: FramingAnalysis,
): FramedClip {
  const { startS, durationS, frameRate } = spanOf(clip);
  const target = frameOfLayout("PORTRAIT", options.targetWidth);
  const source = { width: clip.video.width, height: clip.video.height };
  const shownSize = area === undefined ? source : { width: area.width, height: area.height };
  const measured = {
    source: shownSize,
    target,
    ...analysis,
    frameRate,
    allowedStyles: options.editingStyles,
  };
  const framing = planFraming(measured);
  const part = area === undefined ? {} : { area };
  const captionsAtTop = options.captions !== null && areAtTop(options.captions);
  const captioned = { ...measured, captionsAtTop };
  const [, ...shots] = framedShots(analysis.saliency, frameRate);
  return {
    frame: { startS, durationS, frameRate, target, framing, captionsAtTop, ...part },
    seen: { ...measured, framing },
    faces: [...facesInFrame(captioned, framing), ...edgesInFrame(captioned, framing)],
    planned: {
      cutsS: shots.map(({ startFrame }) => roundToMs(startS + startFrame / frameRate)),
      framing: describeFraming({ startS, durationS, frameRate, source, area, framing }),
    },
  };
}
