// Which faces of a talk a framing plan holds, and where they stand in the clip's frame.
import type { Box } from "../../../media-node/captions/caption-placement.ts";
import type { FrameSize } from "../../../media-node/ffmpeg/fit-frames.ts";
import { pathAt } from "../../../media-node/render/crop-path.ts";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";
import { type CropArea, type FramingPlan, raisedTop } from "../../../media-node/render/framing-plan.ts";
import { facesOf, TALK_RATE, TALK_S, TALK_SIZE, type Talk } from "./photograph-talks.ts";

/** A part of the source, and where it stands in the frame. */
interface ShownPart {
  readonly area: CropArea;
  readonly place: CropArea;
}

/** What a plan shows at a frame of a captioned clip. */
function shownParts({ stretches }: FramingPlan, frame: number, target: FrameSize): ShownPart[] {
  const layout = stretches.findLast(({ startFrame }) => startFrame <= frame)?.layout;
  const half = { x: 0, width: target.width, height: target.height / 2 };
  switch (layout?.kind) {
    case "crop": {
      const place = { x: 0, y: 0, ...target };
      return [{ area: { ...layout.crop, x: pathAt(layout.path, frame), y: layout.y }, place }];
    }
    case "split":
      return [
        { area: layout.upper, place: { ...half, y: 0 } },
        { area: layout.lower, place: { ...half, y: half.height } },
      ];
    default: {
      const area = (layout?.kind === "wings" ? layout.area : undefined) ?? { x: 0, y: 0, ...TALK_SIZE };
      const height = (target.width * area.height) / area.width;
      const size = { width: target.width, height };
      return [{ area, place: { x: 0, y: raisedTop(size, target), ...size } }];
    }
  }
}

/** From the eyes to the mouth of each face that is seen at a frame of a clip, in pixels of the clip. */
export function featuresInFrame(plan: FramingPlan, talk: Talk, frame: number, target: FrameSize): Box[] {
  return shownParts(plan, frame, target).flatMap(({ area, place }) => {
    const scale = place.width / area.width;
    return facesOf(talk, frame).flatMap((face): Box[] => {
      const left = place.x + Math.max(0, face.x - area.x) * scale;
      const right = place.x + Math.min(area.width, face.x + face.width - area.x) * scale;
      const top = place.y + (face.y + 0.25 * face.height - area.y) * scale;
      const bottom = place.y + (face.y + 0.8 * face.height - area.y) * scale;
      return right > left ? [{ left, right, top, bottom }] : [];
    });
  });
}

export interface HeldFaces {
  /** Shares of the frames in which at least one face is whole, all faces are, and one is cut by an edge. */
  readonly one: number;
  readonly all: number;
  readonly cut: number;
}

/** How a plan holds a talk's faces. */
export function heldFaces(plan: FramingPlan, talk: Talk): HeldFaces {
  const frames = TALK_S * TALK_RATE;
  const counts = { one: 0, all: 0, cut: 0 };
  for (let frame = 0; frame < frames; frame += 1) {
    const areas = shownParts(plan, frame, frameOfLayout("PORTRAIT", 1_080)).map(({ area }) => area);
    const shares = facesOf(talk, frame).map((face) =>
      Math.max(
        ...areas.map((area) => {
          const width = Math.min(face.x + face.width, area.x + area.width) - Math.max(face.x, area.x);
          const height = Math.min(face.y + face.height, area.y + area.height) - Math.max(face.y, area.y);
          return (Math.max(0, width) * Math.max(0, height)) / (face.width * face.height);
        }),
      ),
    );
    const whole = shares.filter((share) => share > 0.999).length;
    if (whole > 0) counts.one += 1 / frames;
    if (whole === shares.length) counts.all += 1 / frames;
    if (shares.some((share) => share > 0.1 && share <= 0.999)) counts.cut += 1 / frames;
  }
  return counts;
}
