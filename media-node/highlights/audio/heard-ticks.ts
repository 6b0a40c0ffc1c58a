// Which ticks of a match's sound say anything of it. Inputs are muted, gates close, and microphones are plugged in late:
// that no crowd rises in such a silence is no sign that nothing happens, and what begins behind it is no swell. Pauses
// of a few seconds are none: a court is quiet before a serve.
import { MATCH_HOP_S } from "../match-curves.ts";
import { HOPS_PER_TICK } from "./match-spectrum.ts";

/** As quiet as an input without a microphone; the faintest noise of a stand is louder. */
const SILENT_DB = -66;
/** From so long on, nothing comes from the place. */
const MIN_SILENCE_TICKS = 10 / MATCH_HOP_S;
/** What is heard between silences for less than that has nothing of its own to stand out from. */
const MIN_HEARD_TICKS = 20 / MATCH_HOP_S;

/** Runs of the same value, as [value, from, to]. */
function runsOf(values: Uint8Array): [value: number, from: number, to: number][] {
  const runs: [number, number, number][] = [];
  values.forEach((value, tick) => {
    const last = runs.at(-1);
    if (last?.[0] === value) last[2] = tick + 1;
    else runs.push([value, tick, tick + 1]);
  });
  return runs;
}

/**
 * 1 for each tick that says something, 0 for the others; all are 1 of sound without a long silence.
 * @param loudnessDb of each hop
 */
export function heardTicks(loudnessDb: Float32Array, tickCount: number): Uint8Array {
  const audible = Uint8Array.from({ length: tickCount }, (_, tick) => {
    const hops = loudnessDb.subarray(tick * HOPS_PER_TICK, (tick + 1) * HOPS_PER_TICK);
    return hops.some((level) => level > SILENT_DB) ? 1 : 0;
  });
  if (!audible.includes(1)) return audible;
  const heard = new Uint8Array(tickCount).fill(1);
  for (const [value, from, to] of runsOf(audible)) {
    if (value === 0 && to - from >= MIN_SILENCE_TICKS) heard.fill(0, from, to);
  }
  if (!heard.includes(0)) return heard;
  for (const [value, from, to] of runsOf(heard)) {
    if (value === 1 && to - from < MIN_HEARD_TICKS) heard.fill(0, from, to);
  }
  return heard;
}

/** The values of a curve on the ticks that say something; NaN on the others. */
export function onHeard(curve: Float32Array, heard: Uint8Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(curve, (value, tick) => (heard[tick] === 1 ? value : Number.NaN));
}
