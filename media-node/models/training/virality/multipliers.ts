// How much of each prior counts in the built-in virality model. bench/moments/fit-multipliers.ts printed them, but
// three were chosen by hand on the same 88 conversations, since a likelihood cannot tell them: `support` by the share
// of chosen clips that meet a mark (43 % of all eight at 0.05, 47.5 at 1, 44 at 4), `danglingStart` and `cleanStart`
// by how many clips begin with And, But, So or a pronoun without its noun (41 % and 11 %, at a cost of 3 % of the
// clips that meet a mark).
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";

export type Multipliers = Readonly<Partial<Record<FeatureName, number>>>;

/** One that is not named counts as it is written. */
export const MULTIPLIERS: Multipliers = {
  openingQuestion: 0.12,
  openingNumber: 0.08,
  openingContrast: 0.13,
  openingAddress: 0.05,
  openingSuperlative: 0.31,
  openingEmotion: 0.23,
  openingCuriosity: 0.14,
  openingStory: 0.41,
  questions: 0.37,
  numbers: 0.33,
  contrast: 0.49,
  address: 0.23,
  superlatives: 0.28,
  emotion: 0.18,
  personal: 0.36,
  speechRate: 0.45,
  rateChange: 0.52,
  information: 0.37,
  rarity: 0.78,
  quotability: 0.05,
  housekeeping: 0.07,
  hesitation: 0.2,
  fullness: 0.5,
  unity: 0.4,
  wholeness: 0.8,
  danglingStart: 0.05,
  cleanStart: 0.4,
  cleanEnd: 0.5,
  answered: 0.31,
  lengthFit: 0.52,
  peaks: 0.5,
  position: 0.49,
  thoughtBegins: 0.77,
  thoughtEnds: 0.66,
  worth: 0.71,
  interest: 0.21,
  support: 1,
  point: 0.86,
  idleTalk: 0.05,
  claim: 0.38,
  story: 0.56,
  joke: 0.62,
  advice: 0.49,
  surprise: 0.5,
  conflict: 0.5,
  confession: 0.51,
  number: 0.51,
  definition: 0.49,
  reaction: 0.5,
};
