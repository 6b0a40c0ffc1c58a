// How much of each prior counts in the built-in virality model. bench/moments/fit-multipliers.ts printed them, but
// three were chosen by hand on the same 88 conversations, since a likelihood cannot tell them: `support` by the share
// of chosen clips that meet a mark (43 % of all eight at 0.05, 47.5 at 1, 44 at 4), `danglingStart` and `cleanStart`
// by how many clips begin with And, But, So or a pronoun without its noun (41 % and 11 %, at a cost of 3 % of the
// clips that meet a mark).
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";

export type Multipliers = Readonly<Partial<Record<FeatureName, number>>>;

/** One that is not named counts as it is written. */
export const MULTIPLIERS: Multipliers = {
  openingQuestion: 0.07,
  openingNumber: 0.1,
  openingContrast: 0.1,
  openingAddress: 0.07,
  openingSuperlative: 0.28,
  openingEmotion: 0.19,
  openingCuriosity: 0.14,
  openingStory: 0.37,
  questions: 0.4,
  numbers: 0.17,
  contrast: 0.48,
  address: 0.12,
  superlatives: 0.29,
  emotion: 0.1,
  personal: 0.34,
  speechRate: 0.45,
  rateChange: 0.51,
  information: 0.42,
  rarity: 0.69,
  quotability: 0.13,
  housekeeping: 0.09,
  hesitation: 0.17,
  fullness: 0.5,
  unity: 0.26,
  wholeness: 0.79,
  danglingStart: 0.05,
  cleanStart: 0.4,
  cleanEnd: 0.23,
  answered: 0.38,
  lengthFit: 0.51,
  peaks: 0.5,
  position: 0.49,
  thoughtBegins: 0.83,
  thoughtEnds: 0.75,
  worth: 0.66,
  interest: 0.26,
  support: 2,
  point: 1.05,
  idleTalk: 0.05,
  claim: 0.48,
  story: 0.53,
  joke: 0.56,
  advice: 0.54,
  surprise: 0.49,
  conflict: 0.49,
  confession: 0.48,
  number: 0.48,
  definition: 0.49,
  reaction: 0.5,
};
