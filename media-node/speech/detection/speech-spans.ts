// From a probability per frame to stretches of speech. Two thresholds keep a probability near one of them from
// fluttering (the values are those that Silero's own post-processing uses); stops inside words are bridged, and blips
// shorter than a syllable are no speech.
import type { Span } from "../../signal/span.ts";
import { SPEECH_FRAME_S } from "./speech-frame.ts";

const THRESHOLD = { enter: 0.5, leave: 0.35 } as const;
/** Closures inside words last up to about 100 ms. */
const MIN_SILENCE_S = 0.1;
/** A lone "no" or "yes" lasts 200 ms or more. */
const MIN_SPEECH_S = 0.128;

/** Runs of frames as [from, to). */
function runsOf(probabilities: Float32Array): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  for (let frame = 0; frame <= probabilities.length; frame += 1) {
    const probability = probabilities[frame] ?? 0;
    if (from < 0 && probability >= THRESHOLD.enter) from = frame;
    if (from >= 0 && probability < THRESHOLD.leave) {
      runs.push([from, frame]);
      from = -1;
    }
  }
  return runs;
}

/**
 * Stretches of speech, ascending and disjoint, in seconds from the first frame.
 * @param probabilities one per frame of 32 ms (SPEECH_FRAME_S), 0 to 1
 */
export function speechSpans(probabilities: Float32Array): Span[] {
  const joined: [number, number][] = [];
  for (const run of runsOf(probabilities)) {
    const last = joined.at(-1);
    if (last !== undefined && (run[0] - last[1]) * SPEECH_FRAME_S < MIN_SILENCE_S) last[1] = run[1];
    else joined.push(run);
  }
  return joined
    .map(([from, to]) => ({ startS: from * SPEECH_FRAME_S, endS: to * SPEECH_FRAME_S }))
    .filter(({ startS, endS }) => endS - startS > MIN_SPEECH_S - SPEECH_FRAME_S / 2);
}
