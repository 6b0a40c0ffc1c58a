// One place where a clip may begin or end, with its room: how far each side of the cut may move while the place stays
// the same place. Clips open shortly before a sound and close shortly after one; a cut in the middle of a pause was
// rejected, because half a long pause at a clip's beginning is dead time.
import { CUE_EPSILON_S } from "./cues.ts";
import type { Span } from "./span.ts";

/** Where one side of a cut prefers to lie and how far it may move, seconds on the source's clock. */
export interface Room {
  readonly bestS: number;
  readonly earliestS: number;
  readonly latestS: number;
}

export interface CutPoint extends Span {
  /** What a pause or gap this is: `edge` is where the source itself begins or ends. */
  readonly kind: "pause" | "gap" | "edge" | "shot" | "minimum";
  readonly depthDb: number;
  /** For a clip that begins here: shortly before the next sound. */
  readonly opening: Room;
  /** For a clip that ends here: shortly after the last sound. */
  readonly closing: Room;
  /** Whether one clip can end and the next begin here without overlapping. */
  readonly isShareable: boolean;
}

const BEFORE_SOUND_S = 0.2;
const AFTER_SOUND_S = 0.3;
/** Silence kept at most beyond the preferred cut when a clip must be longer. */
const MAX_SILENCE_S = 1;
const MIN_MARGIN_S = 0.05;
const SHAREABLE_S = 0.6;

/**
 * A cut point that fills `span`: openings lie near its end and closings near its start. At the range's ends only one
 * of the two is ever used, so it has all the room.
 */
export function cutPoint(span: Span, kind: CutPoint["kind"], depthDb: number, isOutermost = false): CutPoint {
  const { startS, endS } = span;
  const widthS = endS - startS;
  const isShareable = !isOutermost && (widthS >= SHAREABLE_S || widthS <= CUE_EPSILON_S);
  const maxSilenceS = isOutermost ? widthS : MAX_SILENCE_S;
  const splitS = isShareable ? startS + widthS * 0.6 : Number.NaN;
  const marginS = Math.min(MIN_MARGIN_S, widthS / 2);
  const openingLatestS = endS - marginS;
  const closingEarliestS = startS + marginS;
  // Also on the far side, so that a cut in a narrow gap keeps off both of its words.
  const farMarginS = isOutermost ? 0 : marginS;
  const openingFromS = isShareable ? Math.min(splitS, openingLatestS) : startS + farMarginS;
  const closingToS = isShareable ? Math.max(splitS, closingEarliestS) : endS - farMarginS;
  return {
    startS,
    endS,
    kind,
    depthDb,
    isShareable,
    opening: {
      bestS: Math.max(openingFromS, endS - BEFORE_SOUND_S),
      earliestS: Math.max(openingFromS, endS - BEFORE_SOUND_S - maxSilenceS),
      latestS: openingLatestS,
    },
    closing: {
      bestS: Math.min(closingToS, startS + AFTER_SOUND_S),
      earliestS: closingEarliestS,
      latestS: Math.min(closingToS, startS + AFTER_SOUND_S + maxSilenceS),
    },
  };
}
