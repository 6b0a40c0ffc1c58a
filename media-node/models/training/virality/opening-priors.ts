// Priors of how a clip opens: mostly what its first words and seconds do for its hook (see priors.ts).
import type { FeatureName } from "../../../clips/virality/virality-feature-list.ts";
import type { Prior } from "./prior.ts";

export const OPENING_PRIORS = {
  openingQuestion: {
    neutral: 0.1,
    shape: "rising",
    weights: { hook: 1.7, engagement: 0.3 },
    reason:
      "An open question holds attention until it is closed (Loewenstein 1994, The Psychology of Curiosity).",
  },
  openingNumber: {
    neutral: 0.15,
    shape: "saturating",
    weights: { hook: 0.8, value: 0.2 },
    reason: "Numbers in headlines promise something concrete; numbered headlines are clicked more often.",
  },
  openingContrast: {
    neutral: 0.12,
    shape: "saturating",
    weights: { hook: 0.9, shareability: 0.2 },
    reason: "What violates an expectation is attended to first (Itti and Baldi 2009, Bayesian surprise).",
  },
  openingAddress: {
    neutral: 0.15,
    shape: "saturating",
    weights: { hook: 0.7, engagement: 0.3 },
    reason: "Second person makes the content about the viewer (Burnkrant and Unnava 1995, self-referencing).",
  },
  openingSuperlative: {
    neutral: 0.1,
    shape: "saturating",
    weights: { hook: 0.8 },
    reason:
      "Extremes set high stakes; headlines with superlatives, negative ones above all, are clicked more.",
  },
  openingEmotion: {
    neutral: 0.1,
    shape: "saturating",
    weights: { hook: 0.8, shareability: 0.2 },
    reason:
      "Arousing words raise click and share rates (Berger and Milkman 2012, What Makes Online Content Viral?).",
  },
  openingCuriosity: {
    neutral: 0.1,
    shape: "saturating",
    weights: { hook: 1.1 },
    reason: "A promised revelation opens an information gap (Loewenstein 1994).",
  },
  openingStory: {
    neutral: 0.05,
    shape: "rising",
    weights: { hook: 1.2, engagement: 0.4 },
    reason: "Who hears a story begin wants its end (Green and Brock 2000, narrative transportation).",
  },
  rise: {
    neutral: 0.5,
    shape: "rising",
    weights: { hook: 0.6 },
    reason: "A sudden onset draws attention by itself (the orienting response, Sokolov 1963).",
  },
  openingEnergy: {
    neutral: 0.5,
    shape: "rising",
    weights: { hook: 0.7 },
    reason: "Viewers decide in the first seconds; a voice that begins low is passed over.",
  },
  openingPace: {
    neutral: 0.5,
    shape: "rising",
    weights: { hook: 0.5 },
    reason: "A brisk beginning says that something is coming; editors cut slow run-ups.",
  },
  promptSpeech: {
    neutral: 0.7,
    shape: "rising",
    weights: { hook: 0.8 },
    reason: "Silence at the beginning is the commonest moment to leave.",
  },
  openingMotion: {
    neutral: 0.4,
    shape: "saturating",
    weights: { hook: 0.5 },
    reason: "Motion onset captures the eye (Abrams and Christ 2003).",
  },
} as const satisfies Readonly<Partial<Record<FeatureName, Prior>>>;
