// Where the built-in virality model's weights come from: no outcomes of posted clips may be shipped, so each feature's
// effect is a prior, written down here with its reason or its source. `fit-virality` moves them to what an operator's
// own clips did. A weight is what the feature adds to a head's logit between its worst and its best value; a logit of 1
// moves a head by about 6 of its 25 points around the middle. Units: see virality-feature-list.
import type { Head } from "../../../clips/virality/additive-model.ts";
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";
import { JUDGED_PRIORS } from "./judged-priors.ts";
import { OPENING_PRIORS } from "./opening-priors.ts";
import type { Prior } from "./prior.ts";

/** Logits of a stretch of which nothing is known: about half of the points. */
export const BIAS: Readonly<Record<Head, number>> = {
  hook: 0.3,
  engagement: 0.5,
  value: 0.35,
  shareability: 0.8,
};

export const PRIORS: Readonly<Record<FeatureName, Prior>> = {
  ...OPENING_PRIORS,
  questions: {
    neutral: 0.2,
    shape: "saturating",
    weights: { engagement: 0.5 },
    reason: "Questions make a viewer answer silently; too many add little.",
  },
  numbers: {
    neutral: 0.2,
    shape: "saturating",
    weights: { value: 0.8, shareability: 0.2 },
    reason: "Concrete facts are what is retold (Heath and Heath 2007, Made to Stick).",
  },
  contrast: {
    neutral: 0.25,
    shape: "saturating",
    weights: { engagement: 0.5, shareability: 0.5 },
    reason: "Turns keep a story moving, and disagreement is commented on.",
  },
  address: {
    neutral: 0.25,
    shape: "saturating",
    weights: { engagement: 0.5, shareability: 0.4, value: 0.3 },
    reason: "Advice to the viewer is useful, and useful content is shared (Berger and Milkman 2012).",
  },
  superlatives: {
    neutral: 0.2,
    shape: "saturating",
    weights: { shareability: 0.5, engagement: 0.2 },
    reason: "Strong claims are quoted.",
  },
  emotion: {
    neutral: 0.15,
    shape: "saturating",
    weights: { shareability: 1.1, engagement: 0.7 },
    reason: "High-arousal emotion is the best single predictor of sharing (Berger and Milkman 2012).",
  },
  personal: {
    neutral: 0.2,
    shape: "saturating",
    weights: { engagement: 0.4, shareability: 0.2 },
    reason: "First-person stories carry listeners along (Green and Brock 2000, narrative transportation).",
  },
  speechRate: {
    neutral: 0.45,
    shape: "peaked",
    weights: { engagement: 0.7, value: 0.2 },
    reason:
      "Speech somewhat faster than usual persuades and holds (Miller et al. 1976); hectic speech loses people.",
  },
  rateChange: {
    neutral: 0.35,
    shape: "saturating",
    weights: { engagement: 0.4 },
    reason: "Monotony loses listeners; a change of tempo marks what matters.",
  },
  information: {
    neutral: 0.45,
    shape: "rising",
    weights: { value: 1.3 },
    reason: "A clip is worth its seconds when it says much in them.",
  },
  rarity: {
    neutral: 0.75,
    shape: "rising",
    weights: { value: 0.6, shareability: 0.2 },
    reason: "Words that belong to this part alone carry what is new in it (IDF, Sparck Jones 1972).",
  },
  quotability: {
    neutral: 0.35,
    shape: "rising",
    weights: { shareability: 1.1, value: 0.2 },
    reason: "Memorable lines are short, distinctive and general (Danescu-Niculescu-Mizil et al. 2012).",
  },
  housekeeping: {
    neutral: 0,
    shape: "saturating",
    weights: { hook: -1.8, engagement: -2, value: -2.4, shareability: -2.2 },
    reason: "Greetings, sponsors and schedules mean nothing outside the event.",
  },
  hesitation: {
    neutral: 0,
    shape: "saturating",
    weights: { hook: -0.5, engagement: -0.8, value: -0.8, shareability: -0.5 },
    reason: "Hesitation lowers how competent and lively speech seems.",
  },
  dynamics: {
    neutral: 0.5,
    shape: "rising",
    weights: { engagement: 0.8 },
    reason: "Lively voices vary in loudness; vocal variety goes with attention in talks.",
  },
  pace: {
    neutral: 0.5,
    shape: "rising",
    weights: { engagement: 0.7 },
    reason: "As speechRate, from the sound itself, and for music too.",
  },
  pitchDynamics: {
    neutral: 0.4,
    shape: "saturating",
    weights: { engagement: 0.7, shareability: 0.2 },
    reason:
      "Pitch variation is the acoustic side of enthusiasm (Scherer 2003; talks with more of it are rated higher).",
  },
  speechDensity: {
    neutral: 0.7,
    shape: "rising",
    weights: { value: 0.8 },
    reason: "Where nobody speaks nothing is explained.",
  },
  speechRank: {
    neutral: 0.5,
    shape: "rising",
    weights: { value: 0.3 },
    reason: "Within one source, the parts with more speech say more.",
  },
  laughter: {
    neutral: 0.05,
    shape: "saturating",
    weights: { engagement: 1.1, shareability: 1.3 },
    reason: "An audience that laughs has judged already; amusement is shared (Berger and Milkman 2012).",
  },
  applause: {
    neutral: 0.05,
    shape: "saturating",
    weights: { engagement: 0.7, shareability: 0.9 },
    reason: "An audience that claps has judged already.",
  },
  motion: {
    neutral: 0.5,
    shape: "rising",
    weights: { engagement: 0.5 },
    reason: "Movement holds the eye on a small screen.",
  },
  shots: {
    neutral: 0.35,
    shape: "peaked",
    weights: { engagement: 0.5 },
    reason: "Cuts renew attention (Lang 2000); very many tire it.",
  },
  faces: {
    neutral: 0.6,
    shape: "saturating",
    weights: { hook: 0.4, engagement: 0.5 },
    reason: "Photos with faces get more likes and comments (Bakhshi et al. 2014, Faces Engage Us).",
  },
  fullness: {
    neutral: 0.9,
    shape: "late",
    weights: { value: 0.8, engagement: 0.8 },
    reason: "Dead time in a clip is where viewers leave.",
  },
  unity: {
    neutral: 0.75,
    shape: "rising",
    weights: { value: 1, engagement: 0.4, shareability: 1.6 },
    reason: "A clip is retold in one sentence only when it is about one thing.",
  },
  wholeness: {
    neutral: 0.4,
    shape: "rising",
    weights: { engagement: 0.5, value: 0.7, shareability: 0.8 },
    reason:
      "A story is told from its beginning to its pay-off (Labov and Waletzky 1967, on oral narratives).",
  },
  cleanStart: {
    neutral: 0.93,
    shape: "rising",
    weights: { hook: 2, shareability: 1.6, value: 0.5 },
    reason:
      "A clip that begins in the middle of a thought cannot be followed by those who have seen nothing before it.",
  },
  danglingStart: {
    neutral: 0,
    shape: "rising",
    weights: { hook: -2, shareability: -1.2, engagement: -0.6 },
    reason:
      "A stranger who hears And or It first asks what went before. Editors pass over it more often than they should.",
  },
  cleanEnd: {
    neutral: 0.9,
    shape: "rising",
    weights: { shareability: 1.8, value: 0.6 },
    reason: "A cut-off thought is neither liked nor passed on.",
  },
  answered: {
    neutral: 0.3,
    shape: "rising",
    weights: { value: 0.8, engagement: 0.3 },
    reason: "A question pays off only with its answer.",
  },
  lengthFit: {
    neutral: 0.85,
    shape: "rising",
    weights: { shareability: 0.9, engagement: 0.4 },
    reason: "What is watched to its end is shown to more people; overlong clips are not.",
  },
  peaks: {
    neutral: 0.45,
    shape: "rising",
    weights: { shareability: 0.5, engagement: 0.3 },
    reason: "The loudest and liveliest parts of an event are usually what is retold of it.",
  },
  position: {
    neutral: 0.3,
    shape: "peaked",
    weights: { value: 0.3 },
    reason: "Recordings begin with introductions and end with thanks.",
  },
  promptMatch: {
    neutral: 1,
    shape: "rising",
    weights: { hook: 2.8, engagement: 3.1, value: 3.6, shareability: 3.1 },
    reason:
      "The client said what to look for. What is wholly that loses nothing by it, and all else does: if it gained, all that " +
      "matches would have nearly full points, and its order would be lost.",
  },
  titleMatch: {
    neutral: 0.2,
    shape: "saturating",
    weights: { value: 0.5, shareability: 0.3 },
    reason: "What the video says of itself is what its viewers came for.",
  },
  support: {
    neutral: 0.5,
    shape: "rising",
    weights: { engagement: 1.5, value: 1.5, shareability: 1.5 },
    reason: "Where much around a stretch would do as well, its place is right even if its edges are not.",
  },
  ...JUDGED_PRIORS,
};
