// What optional models know of a match, on the ticks of its curves. A model sees and hears a bounded number of places:
// what lies between them is not known, and is told so.

import type { AudioEvents } from "../../senses/audio-events/audio-events.ts";
import type { PictureMatches } from "../../senses/image-text/picture-match.ts";
import type { Span } from "../../signal/span.ts";
import { MATCH_HOP_S, type SensedCurveName } from "../match-curves.ts";
import { matchTickCount } from "../sound/match-sound.ts";

/** A window of sound lasts two of its hops. */
const WINDOW_HOPS = 2;
/** Pictures further off than this say nothing of a tick. */
const PICTURE_REACH_S = 4;

function perTick(range: Span, valueAt: (timeS: number) => number): Float32Array {
  return Float32Array.from({ length: matchTickCount(range) }, (_, tick) =>
    valueAt(range.startS + (tick + 0.5) * MATCH_HOP_S),
  );
}

/** What all heard windows over a time agree on; NaN where none was heard. */
function heardAt({ applause, startS, hopS }: AudioEvents, timeS: number): number {
  const last = Math.floor((timeS - startS) / hopS);
  let agreed = Number.NaN;
  for (let window = last - WINDOW_HOPS + 1; window <= last; window += 1) {
    const strength = applause[window] ?? Number.NaN;
    if (!Number.isNaN(strength)) agreed = Number.isNaN(agreed) ? strength : Math.min(agreed, strength);
  }
  return agreed;
}

function seenAt({ topic, startS, stepS }: PictureMatches, timeS: number): number {
  const picture = Math.round((timeS - startS) / stepS);
  const isNear = Math.abs(startS + picture * stepS - timeS) <= PICTURE_REACH_S;
  return isNear ? (topic?.[picture] ?? Number.NaN) : Number.NaN;
}

/** The curves of what was heard and seen; a model that was not there leaves its curve out. */
export function sensedCurves(
  range: Span,
  events: AudioEvents | null,
  pictures: PictureMatches | null,
): Partial<Record<SensedCurveName, Float32Array>> {
  return {
    ...(events === null ? {} : { cheering: perTick(range, (timeS) => heardAt(events, timeS)) }),
    ...(pictures === null ? {} : { pictured: perTick(range, (timeS) => seenAt(pictures, timeS)) }),
  };
}
