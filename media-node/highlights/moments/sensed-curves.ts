// What optional models know of a match, on the ticks of its curves. A model analyses a bounded number of places:
// what lies between them is not known, and is told so.

import type { AudioEvents } from "../../senses/audio-events/audio-events.ts";
import type { FrameScores } from "../../senses/image-text/frame-scores.ts";
import type { Span } from "../../signal/span.ts";
import { matchTickCount } from "../audio/match-audio.ts";
import { MATCH_HOP_S, type SensedCurveName } from "../match-curves.ts";

/** A window of audio lasts two of its hops. */
const WINDOW_HOPS = 2;
/** Frames further off than this say nothing of a tick. */
const FRAME_REACH_S = 4;

function perTick(range: Span, valueAt: (timeS: number) => number): Float32Array {
  return Float32Array.from({ length: matchTickCount(range) }, (_, tick) =>
    valueAt(range.startS + (tick + 0.5) * MATCH_HOP_S),
  );
}

/** What all classified windows over a time agree on; NaN where there is none. */
function cheeringAt({ applause, startS, hopS }: AudioEvents, timeS: number): number {
  const last = Math.floor((timeS - startS) / hopS);
  let agreed = Number.NaN;
  for (let window = last - WINDOW_HOPS + 1; window <= last; window += 1) {
    const strength = applause[window] ?? Number.NaN;
    if (!Number.isNaN(strength)) agreed = Number.isNaN(agreed) ? strength : Math.min(agreed, strength);
  }
  return agreed;
}

function topicAt({ topic, startS, stepS }: FrameScores, timeS: number): number {
  const frame = Math.round((timeS - startS) / stepS);
  const isNear = Math.abs(startS + frame * stepS - timeS) <= FRAME_REACH_S;
  return isNear ? (topic?.[frame] ?? Number.NaN) : Number.NaN;
}

/**
 * The curves of what optional models found, each [matchTickCount(range)], 0 to 1 and NaN where the model did
 * not look; a model that was not there leaves its curve out.
 */
export function sensedCurves(
  range: Span,
  events: AudioEvents | null,
  frameScores: FrameScores | null,
): Partial<Record<SensedCurveName, Float32Array>> {
  return {
    ...(events === null ? {} : { cheering: perTick(range, (timeS) => cheeringAt(events, timeS)) }),
    ...(frameScores === null ? {} : { topicShown: perTick(range, (timeS) => topicAt(frameScores, timeS)) }),
  };
}
