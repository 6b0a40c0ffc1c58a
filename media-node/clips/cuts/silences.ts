// What the audio of a source allows as places to cut: its pauses, and the silence before its first and after its last
// hop. A long silence is taken apart, because the video may go on in it and every place in it breaks no word.
import { type AudioAnalysis, audioEndS } from "../../signal/audio-analysis.ts";
import type { CutPoint } from "../../signal/cut-point.ts";
import { findPauses, type Pause } from "../../signal/pauses.ts";
import type { Span } from "../../signal/span.ts";

/** A silence longer than this gives several cut points. */
const LONG_SILENCE_S = 6;
const SILENCE_STEP_S = 2;

export type SourcePause = Pause & { readonly kind: CutPoint["kind"] };

/** A long silence as its first and last two seconds, with the shot changes or a grid of places between them. */
function splitSilence(silence: SourcePause, shotsS: readonly number[]): SourcePause[] {
  const { startS, endS, depthDb } = silence;
  if (endS - startS <= LONG_SILENCE_S) return [silence];
  const pieces: SourcePause[] = [{ ...silence, endS: startS + SILENCE_STEP_S }];
  for (let timeS = startS + 2 * SILENCE_STEP_S; timeS <= endS - 2 * SILENCE_STEP_S; timeS += SILENCE_STEP_S) {
    const shotS = shotsS.find(
      (shot) => shot >= timeS - SILENCE_STEP_S / 2 && shot < timeS + SILENCE_STEP_S / 2,
    );
    const atS = shotS ?? timeS;
    pieces.push({ startS: atS, endS: atS, depthDb, kind: shotS === undefined ? "minimum" : "shot" });
  }
  pieces.push({ ...silence, startS: endS - SILENCE_STEP_S });
  return pieces;
}

/** What the audio allows: its pauses, and everything before its first and after its last hop. */
function silencesOf(audio: AudioAnalysis, range: Span, minPauseS: number): SourcePause[] {
  const firstS = audio.startS;
  const lastS = audioEndS(audio);
  const pauses = findPauses(audio);
  const found: SourcePause[] = [];
  const head = pauses[0];
  const headEndS = head !== undefined && head.startS <= firstS ? head.endS : firstS;
  found.push({ startS: Math.min(range.startS, firstS), endS: headEndS, depthDb: 40, kind: "edge" });
  for (const pause of pauses) {
    const isInside = pause.startS > firstS && pause.endS < lastS;
    if (isInside && pause.endS - pause.startS >= minPauseS) found.push({ ...pause, kind: "pause" });
  }
  const tail = pauses.at(-1);
  const tailStartS = tail !== undefined && tail.endS >= lastS ? tail.startS : lastS;
  found.push({ startS: tailStartS, endS: Math.max(range.endS, lastS), depthDb: 40, kind: "edge" });
  return found;
}

/** The places of `range` where nothing is heard; pauses shorter than `minPauseS` are left out. */
export function findSilences(
  audio: AudioAnalysis,
  range: Span,
  minPauseS: number,
  shotChangesS: readonly number[],
): SourcePause[] {
  return silencesOf(audio, range, minPauseS).flatMap((silence) => splitSilence(silence, shotChangesS));
}
