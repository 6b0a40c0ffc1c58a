// How much of each prior counts in the built-in virality model. bench/moments/fit-multipliers.ts printed them, but
// five were chosen by hand on the same 88 conversations, since a likelihood cannot tell them: `support`, which is known
// only when all else is (score-candidates), `interest` and `idleTalk`, by the share of chosen clips that meet a mark;
// `cleanStart` and `cleanEnd` by how many clips begin with And, But, So or a pronoun without its noun, or end unfinished
// (3 % of eight with what is fitted, 1 % with this, by the first judge, which read each sentence by itself).
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";

export type Multipliers = Readonly<Partial<Record<FeatureName, number>>>;

/** One that is not named counts as it is written. */
export const MULTIPLIERS: Multipliers = {
  openingQuestion: 0.03,
  openingNumber: 0.07,
  openingContrast: 0.05,
  openingAddress: 0.04,
  openingSuperlative: 0.13,
  openingEmotion: 0.1,
  openingCuriosity: 0.07,
  openingStory: 0.14,
  questions: 0.18,
  numbers: 0.09,
  contrast: 0.23,
  address: 0.05,
  superlatives: 0.11,
  emotion: 0.07,
  personal: 0.21,
  speechRate: 0.23,
  rateChange: 0.26,
  information: 0.19,
  rarity: 0.29,
  quotability: 0.03,
  housekeeping: 0.04,
  hesitation: 0.1,
  fullness: 0.25,
  unity: 0.09,
  wholeness: 0.26,
  danglingStart: 0.03,
  cleanStart: 0.2,
  cleanEnd: 0.5,
  answered: 0.17,
  lengthFit: 0.21,
  peaks: 0.25,
  position: 0.22,
  thoughtBegins: 0.43,
  thoughtEnds: 0.46,
  worth: 0.39,
  interest: 0.7,
  support: 10,
  point: 0.5,
  idleTalk: 0.1,
  claim: 0.22,
  story: 0.29,
  joke: 0.29,
  advice: 0.28,
  surprise: 0.22,
  conflict: 0.24,
  confession: 0.27,
  number: 0.24,
  definition: 0.24,
  reaction: 0.25,
};
