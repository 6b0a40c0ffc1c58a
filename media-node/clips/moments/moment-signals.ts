// The measured signals behind a stretch's quick rating, each from 0 to 1: what is rated, what it weighs in which part of
// the rating, and which kind of evidence it needs. Where a kind of evidence is missing its signals drop out and the others
// carry their part alone, so that a silent video is not marked down for having no voice.

export const SCORE_PARTS = ["hook", "engagement", "value", "shareability"] as const;
export type ScorePart = (typeof SCORE_PARTS)[number];

export type SignalEvidence = "audio" | "video" | "words" | "any";

export interface SignalKind {
  readonly name: string;
  readonly part: ScorePart;
  readonly weight: number;
  readonly needs: SignalEvidence;
}

export const SIGNALS = [
  { name: "rise", part: "hook", weight: 3, needs: "audio" },
  { name: "openingEnergy", part: "hook", weight: 3, needs: "audio" },
  { name: "openingPace", part: "hook", weight: 2, needs: "audio" },
  { name: "promptSpeech", part: "hook", weight: 2, needs: "audio" },
  { name: "openingMotion", part: "hook", weight: 2, needs: "video" },
  { name: "openingWords", part: "hook", weight: 3, needs: "words" },
  { name: "dynamics", part: "engagement", weight: 3, needs: "audio" },
  { name: "pace", part: "engagement", weight: 3, needs: "audio" },
  { name: "motion", part: "engagement", weight: 2, needs: "video" },
  { name: "shots", part: "engagement", weight: 2, needs: "video" },
  { name: "speechDensity", part: "value", weight: 4, needs: "audio" },
  { name: "speechRank", part: "value", weight: 2, needs: "audio" },
  { name: "fullness", part: "value", weight: 2, needs: "any" },
  { name: "information", part: "value", weight: 4, needs: "words" },
  { name: "cleanStart", part: "shareability", weight: 3, needs: "any" },
  { name: "cleanEnd", part: "shareability", weight: 3, needs: "any" },
  { name: "lengthFit", part: "shareability", weight: 4, needs: "any" },
  { name: "peaks", part: "shareability", weight: 2, needs: "any" },
] as const satisfies readonly SignalKind[];

export type SignalName = (typeof SIGNALS)[number]["name"];
/** One stretch's signals. */
export type SignalValues = Record<SignalName, number>;
