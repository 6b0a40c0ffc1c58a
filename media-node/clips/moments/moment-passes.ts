// How strictly the places where a clip may be cut are judged, from how an editor would to what is barely a clip. A later
// pass is tried only as far as the ones before it left clips wanting: the client pays for a number of clips.
import { BOUNDARY, type Boundary } from "../sentences/moment-text.ts";

export interface Pass {
  readonly minBoundary: Boundary;
  /** Whether questions and their answers stay together. */
  readonly keepsAnswers: boolean;
  /** Whether no two clips may say much the same. */
  readonly keepsDifferent: boolean;
  readonly maxGapS: number;
  readonly minPauseS: number;
  /** Seconds of dead stretches, and share of dead time, that a clip may hold. */
  readonly maxDeadRunS: number;
  readonly maxDeadShare: number;
  /** How far a length may lie outside what was asked. */
  readonly toleranceS: number;
  readonly hasRangeEnds: boolean;
}

const STRICT: Pass = {
  minBoundary: BOUNDARY.sentence,
  keepsAnswers: true,
  keepsDifferent: true,
  maxGapS: 6,
  minPauseS: 0.2,
  maxDeadRunS: 1,
  maxDeadShare: 0.4,
  toleranceS: 0,
  hasRangeEnds: false,
};
const WITHOUT_ANSWERS: Pass = { ...STRICT, keepsAnswers: false, minPauseS: 0.12, maxDeadShare: 0.5 };
const REPEATING: Pass = { ...WITHOUT_ANSWERS, keepsDifferent: false };

const ANYWHERE: Pass = { ...REPEATING, minBoundary: BOUNDARY.insideClause };

/** In the order in which they are tried. */
export const PASSES: readonly Pass[] = [
  STRICT,
  WITHOUT_ANSWERS,
  REPEATING,
  { ...REPEATING, minBoundary: BOUNDARY.clause },
  ANYWHERE,
];
/** Much silence over a picture that stands is a weak clip; nothing but that is none. */
const QUIET: Pass = { ...ANYWHERE, maxDeadRunS: Number.POSITIVE_INFINITY, maxDeadShare: 0.9 };
/** What counts as a clip where they all leave room for more: then cuts lie anywhere in the gaps between words. */
export const PACKED_PASSES: readonly Pass[] = [ANYWHERE, QUIET];
/** Where nothing has the length that was asked for, nearly that is better than no clip. */
export const LAST_RESORT: Pass = { ...QUIET, maxGapS: 2, toleranceS: 0.3, hasRangeEnds: true };
