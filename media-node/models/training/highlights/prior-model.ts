// The built-in highlight model, made from its tables of patterns and priors.
import { SPORT_CATEGORIES, type SportCategory } from "../../../../shared/tasks/highlight-job.ts";
import { MATCH_CURVES, MATCH_HOP_S, type MatchCurveName } from "../../../highlights/match-curves.ts";
import type { ExcitementModel } from "../../../highlights/moments/match-excitement.ts";
import { clamp } from "../../../signal/clamp.ts";
import { PATTERNS, type Pattern, type PatternName } from "./patterns.ts";
import { BIAS, MIN_KNOWN, PRIOR_MEANS, PRIOR_TICKS, PRIORS } from "./priors.ts";

/** Seconds before and after a tick that its kernels reach. */
const REACH_S = 20;
/** Windows fade in and out over this: when exactly something is heard or seen differs from moment to moment. */
const FADE_S = 1;

/** A window's taps: flat, with edges like a cosine's, and adding up to 1. */
function windowTaps({ fromS, toS }: Pattern): number[] {
  const reachTicks = Math.round(REACH_S / MATCH_HOP_S);
  const taps = Array.from({ length: 2 * reachTicks + 1 }, (_, tap) => {
    const timeS = (tap - reachTicks) * MATCH_HOP_S;
    const insideS = Math.min(timeS - fromS, toS - timeS) + FADE_S / 2;
    const share = clamp(insideS / FADE_S);
    return 0.5 - 0.5 * Math.cos(Math.PI * share);
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const NAMES = Object.keys(PATTERNS) as PatternName[];

function weightOf(category: SportCategory, name: PatternName): number {
  if (category !== "OTHER") return PRIORS[category].weights[name] ?? 0;
  const priors = Object.values(PRIORS);
  return priors.reduce((sum, { weights }) => sum + (weights[name] ?? 0), 0) / priors.length;
}

function kernelOf(category: SportCategory, curve: MatchCurveName): number[] {
  const lobes = NAMES.filter((name) => PATTERNS[name].curve === curve).map((name) => {
    const weight = weightOf(category, name);
    return windowTaps(PATTERNS[name]).map((tap) => weight * tap);
  });
  const taps = 2 * Math.round(REACH_S / MATCH_HOP_S) + 1;
  return Array.from({ length: taps }, (_, tap) => lobes.reduce((sum, lobe) => sum + (lobe[tap] ?? 0), 0));
}

/**
 * The model that follows from what is known of matches alone (PATTERNS and PRIORS), before anything is learnt
 * from data.
 */
export function priorModel(): ExcitementModel {
  return {
    categories: SPORT_CATEGORIES,
    kernels: SPORT_CATEGORIES.map((category) => MATCH_CURVES.map((curve) => kernelOf(category, curve))),
    bias: SPORT_CATEGORIES.map(() => BIAS),
    priorMeans: MATCH_CURVES.map((curve) => PRIOR_MEANS[curve]),
    priorTicks: PRIOR_TICKS,
    minKnown: MIN_KNOWN,
  };
}
