// The built-in highlight model for tests, run in the test's own thread, and curves to try it on.
import { fileURLToPath } from "node:url";
import {
  MATCH_HOP_S,
  type MatchCurveName,
  type MatchCurves,
} from "../../../media-node/highlights/match-curves.ts";
import { openHighlightModel } from "../../../media-node/highlights/moments/highlight-model.ts";
import { curveTable } from "../../../media-node/highlights/moments/match-excitement.ts";
import type { ExciteMatch } from "../../../media-node/highlights/moments/score-highlights.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";

export const HIGHLIGHTS_FOLDER = fileURLToPath(
  new URL("../../../media-node/models/built-in/highlights/", import.meta.url),
);

/** Scores with the built-in model; it lives as long as the process. */
export async function builtInExciter(): Promise<ExciteMatch> {
  const model = await openHighlightModel(await readBundle(HIGHLIGHTS_FOLDER));
  return (curves, category) => model.score(curveTable(curves), category);
}

/** A stretch of a curve: `value` from one time of the match to another, seconds. */
export type Stretch = readonly [name: MatchCurveName, fromS: number, toS: number, value: number];

/** What curves have in a quiet match. */
export const QUIET: Readonly<Partial<Record<MatchCurveName, number>>> = {
  crowd: 0.05,
  crowdRise: 0.03,
  voicePitch: 0.35,
  voiceRate: 0.4,
  whistle: 0,
  impact: 0.1,
  motion: 0.3,
  cuts: 0.1,
  replay: 0,
  scoreboard: 0,
};

/** Curves of a match that is quiet but for the stretches; a curve that `quiet` leaves out is not known. */
export function planted(
  lengthS: number,
  stretches: readonly Stretch[],
  quiet: Readonly<Partial<Record<MatchCurveName, number>>> = QUIET,
): MatchCurves {
  const tickCount = Math.ceil(lengthS / MATCH_HOP_S);
  const curves: Partial<Record<MatchCurveName, Float32Array>> = {};
  for (const [name, value] of Object.entries(quiet)) {
    curves[name as MatchCurveName] = new Float32Array(tickCount).fill(value);
  }
  for (const [name, fromS, toS, value] of stretches) {
    curves[name]?.fill(value, Math.round(fromS / MATCH_HOP_S), Math.round(toS / MATCH_HOP_S));
  }
  return { startS: 0, hopS: MATCH_HOP_S, tickCount, curves };
}

/** A goal: an attack, a roar with celebration, an excited voice, reactions, a replay and the new score. */
export function goalAt(timeS: number): Stretch[] {
  return [
    ["motion", timeS - 6, timeS, 0.7],
    ["voiceRate", timeS - 5, timeS + 2, 0.7],
    ["crowdRise", timeS - 0.5, timeS + 2, 0.9],
    ["crowd", timeS, timeS + 9, 0.8],
    ["voicePitch", timeS - 1, timeS + 6, 0.8],
    ["cuts", timeS + 3, timeS + 10, 0.6],
    ["replay", timeS + 10, timeS + 17, 0.9],
    ["scoreboard", timeS + 7, timeS + 8.5, 1],
  ];
}
