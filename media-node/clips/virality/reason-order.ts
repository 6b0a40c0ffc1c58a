// Which features a reason names before others, and which it never names together.
import { MOMENT_KINDS } from "../sentences/moment-kinds.ts";
import type { FeatureName } from "./virality-feature-list.ts";

/** True of most clips, and so named last. */
export const GENERAL = new Set<FeatureName>(
  "thoughtBegins thoughtEnds cleanStart cleanEnd idleTalk housekeeping hesitation lengthFit wholeness position".split(
    " ",
  ) as FeatureName[],
);
/** Pairs that would say the same twice: only the stronger of two is named. */
const SAME_PAIRS: readonly (readonly [FeatureName, FeatureName])[] = [
  ["openingQuestion", "questions"],
  ["openingQuestion", "openingCuriosity"],
  ["openingNumber", "numbers"],
  ["openingContrast", "contrast"],
  ["openingAddress", "address"],
  ["openingSuperlative", "superlatives"],
  ["openingEmotion", "emotion"],
  ["openingPace", "pace"],
  ["pace", "speechRate"],
  ["speechDensity", "speechRank"],
  ["wholeness", "unity"],
  ["cleanStart", "thoughtBegins"],
  ["cleanEnd", "thoughtEnds"],
  ["housekeeping", "idleTalk"],
  ["numbers", "number"],
  ["quotability", "point"],
  ...MOMENT_KINDS.map((kind) => ["worth", kind] as const),
];

/** Whether only one of two features is named. */
export function saysTheSame(a: FeatureName, b: FeatureName): boolean {
  return SAME_PAIRS.some((pair) => pair.includes(a) && pair.includes(b));
}
