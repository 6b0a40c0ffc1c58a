// Why a moment is shown of footage that no match was recognized in: only what was measured, in words that hold for
// anything. There is no crowd where nobody knows of one.
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import { MATCH_HOP_S, type MatchCurveName, type MatchCurves } from "../match-curves.ts";
import { highestAround } from "./moment-evidence.ts";

/** What is loud at a peak lasts for two seconds, and lies within these; the background is that of half a minute to each side. */
const [LOUD_S, BEFORE_S, AFTER_S, BACKGROUND_S] = [2, 3, 5, 30];
/** Less is heard by nobody who does not compare. */
const MIN_RISE_DB = 4;
/** What the curves must reach to be told, in the seconds around a peak. */
const MIN_CURVE = 0.5;
const MAX_NAMED = 3;

const PHRASES: readonly (readonly [MatchCurveName, string])[] = [
  ["motion", "fast motion"],
  ["cuts", "quick cuts"],
  ["voicePitch", "a higher voice"],
  ["voiceRate", "faster speech"],
  ["impact", "a sudden sound"],
];

function meanPowerDb(levelsDb: Float32Array): number {
  const power = levelsDb.reduce((sum, levelDb) => sum + 10 ** (levelDb / 10), 0);
  return 10 * Math.log10(Math.max(1e-10, power / Math.max(1, levelsDb.length)));
}

/** How far the loudest seconds at a peak lie over what is around them, dB; 0 without audio. */
export function levelRiseDb({ startS, hopS, loudnessDb }: AudioAnalysis, peakS: number): number {
  const between = (fromS: number, toS: number): Float32Array =>
    loudnessDb.subarray(Math.max(0, Math.round((fromS - startS) / hopS)), Math.round((toS - startS) / hopS));
  const backgroundDb = meanPowerDb(between(peakS - BACKGROUND_S, peakS + BACKGROUND_S));
  let loudestDb = backgroundDb;
  for (let fromS = peakS - BEFORE_S; fromS <= peakS + AFTER_S - LOUD_S; fromS += MATCH_HOP_S) {
    loudestDb = Math.max(loudestDb, meanPowerDb(between(fromS, fromS + LOUD_S)));
  }
  return loudestDb - backgroundDb;
}

/** For example "Sound rises by 9 dB, fast motion." */
export function measuredReason(curves: MatchCurves, audio: AudioAnalysis | null, peakS: number): string {
  const riseDb = audio === null ? 0 : levelRiseDb(audio, peakS);
  const measured = PHRASES.filter(
    ([name]) => highestAround(curves, name, [peakS - BEFORE_S, peakS + AFTER_S]) >= MIN_CURVE,
  ).map(([, phrase]) => phrase);
  const rise = riseDb >= MIN_RISE_DB ? [`sound rises by ${Math.round(riseDb)} dB`] : [];
  const told = [...rise, ...measured].slice(0, MAX_NAMED).join(", ");
  if (told === "") return "It stands out from what is around it.";
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}
