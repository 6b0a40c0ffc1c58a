// What a sentence judge says of a stretch, as one number. The judge was trained as a choice among all stretches of a
// conversation (a conditional logit), and these are the weights of that choice: `export.py` prints them, for judgements
// that the bundle scales to 0 to 1.
import { SATURATING_POINTS, type StretchJudgement } from "./judged-stretches.ts";
import type { LengthBounds } from "./moment-rater.ts";

const JUDGE_WEIGHTS = { begins: 2.44, ends: 2.4, worth: 7.61, point: SATURATING_POINTS } as const;
/**
 * What is taken off a stretch as long as the shortest or longest allowed one, against one in their (geometric) middle: of
 * 20 to 60 s, 0.55 times the square of the logarithm of length over 35 s.
 */
const LENGTH_WEIGHT = 0.17;

/** How far a length lies from the middle of what was asked: -1 at the shortest, 0 in the geometric middle, 1 at the longest. */
function offMiddleOf(lengthS: number, { min, max }: LengthBounds): number {
  if (max <= min) return 0;
  return (2 * Math.log(lengthS / min)) / Math.log(max / min) - 1;
}

/** How readily an editor would choose a stretch, as a logit; 0 where nothing was judged. */
export function judgedUtility(said: StretchJudgement | null, lengthS: number, bounds: LengthBounds): number {
  if (said === null) return 0;
  const { begins, ends, worth, point } = said;
  return (
    JUDGE_WEIGHTS.begins * begins +
    JUDGE_WEIGHTS.ends * ends +
    JUDGE_WEIGHTS.worth * worth +
    JUDGE_WEIGHTS.point * point -
    LENGTH_WEIGHT * offMiddleOf(lengthS, bounds) ** 2
  );
}
