// Priors of what the sentence judge says: what it learned from editors is weighed here, not explained (see priors.ts).
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";
import type { Prior } from "./prior.ts";

export const JUDGED_PRIORS = {
  thoughtBegins: {
    neutral: 0.6,
    shape: "rising",
    weights: { hook: 2.4, shareability: 0.8 },
    reason: "A clip that begins in the middle of a thought cannot be followed; learned from editors' cuts.",
  },
  thoughtEnds: {
    neutral: 0.6,
    shape: "rising",
    weights: { shareability: 2, value: 1 },
    reason: "A clip that ends on its point is passed on; learned from editors' cuts.",
  },
  worth: {
    neutral: 0.5,
    shape: "rising",
    weights: { hook: 1, engagement: 3, value: 3, shareability: 3 },
    reason: "What editors took of other conversations; learned from their choices.",
  },
  interest: {
    neutral: 0.5,
    shape: "rising",
    weights: { hook: 0.5, engagement: 1, value: 1.5, shareability: 1 },
    reason: "How editors graded such parts of other conversations; learned from their grades.",
  },
  point: {
    neutral: 0.6,
    shape: "rising",
    weights: { engagement: 1, value: 1, shareability: 1.5 },
    reason:
      "Clips are retold by one sentence of theirs; learned from the sentences for which editors took them.",
  },
  idleTalk: {
    neutral: 0.1,
    shape: "rising",
    weights: { hook: -1.5, engagement: -2, value: -2, shareability: -2 },
    reason: "Introductions, small talk and sponsors mean nothing outside the event.",
  },
  claim: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.3, shareability: 0.3 },
    reason: "A clear opinion is answered and argued with.",
  },
  story: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.5, shareability: 0.2 },
    reason: "Who hears a story begin wants its end (Green and Brock 2000, narrative transportation).",
  },
  joke: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.4, shareability: 0.5 },
    reason: "Amusement is shared (Berger and Milkman 2012).",
  },
  advice: {
    neutral: 0.1,
    shape: "rising",
    weights: { value: 0.5, shareability: 0.2 },
    reason: "Practically useful content is shared (Berger and Milkman 2012).",
  },
  surprise: {
    neutral: 0.1,
    shape: "rising",
    weights: { hook: 0.2, shareability: 0.4 },
    reason: "Surprise is among the strongest predictors of sharing (Berger and Milkman 2012).",
  },
  conflict: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.4, shareability: 0.2 },
    reason: "Disagreement is watched and commented on.",
  },
  confession: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.4, shareability: 0.2 },
    reason: "Self-disclosure builds closeness with those who listen (Collins and Miller 1994).",
  },
  number: {
    neutral: 0.1,
    shape: "rising",
    weights: { value: 0.4 },
    reason: "Concrete figures are what is retold (Heath and Heath 2007, Made to Stick).",
  },
  definition: {
    neutral: 0.1,
    shape: "rising",
    weights: { value: 0.3 },
    reason: "Explanations are saved for later, but seldom passed on.",
  },
  reaction: {
    neutral: 0.1,
    shape: "rising",
    weights: { engagement: 0.2 },
    reason: "A reaction alone needs what it reacts to.",
  },
} as const satisfies Readonly<Partial<Record<FeatureName, Prior>>>;
