// How a moment of each sport is cut: what is shown before and after its peak, for how long its crowd is let out, how close
// two moments may be, and how long one may last. Editors' practice, with reasons; the excitement and the crowd decide
// within the bounds.
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";

export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

export interface MomentShape {
  /** From the moment's beginning to its peak, seconds. */
  readonly leadInS: LengthRange;
  /** From its peak to its end, without replays, seconds. */
  readonly tailS: LengthRange;
  /** Of two peaks closer than this only the higher one is a moment. */
  readonly apartS: number;
  /** With replays and merged neighbours, seconds. */
  readonly maxDurationS: number;
  /**
   * No cut falls after the peak while the crowd is louder than this share of its rise over the usual, for as long as
   * the longest moment allows. The curve that tells it begins some decibels over the usual and ends at what only a
   * hundredth of the match reaches: 0.33 of it are some half of the rise in decibels, and up to that in great moments.
   */
  readonly calmShare: number;
  readonly reason: string;
}

export const MATCH_SHAPES: Readonly<Record<SportCategory, MomentShape>> = {
  FOOTBALL: {
    leadInS: { min: 6, max: 11 },
    tailS: { min: 5, max: 10 },
    apartS: 20,
    maxDurationS: 45,
    calmShare: 0.33,
    reason:
      "An attack takes some ten seconds from midfield to the shot, and the celebration is a part of the goal. A goal is cheered for ten to twenty seconds, by which it is told from a chance.",
  },
  AMERICAN_FOOTBALL: {
    leadInS: { min: 6, max: 10 },
    tailS: { min: 3, max: 7 },
    apartS: 18,
    maxDurationS: 40,
    calmShare: 0.36,
    reason:
      "A play is shown from the snap, which lies up to eight seconds before its end. The stands shout until the teams line up again, and start over for the next snap.",
  },
  BASKETBALL: {
    leadInS: { min: 4, max: 7 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 30,
    calmShare: 0.4,
    reason:
      "One pass and the move to the basket are enough; the other team attacks seconds later. Play goes on under the cheers, so that half of them is the most that can be waited for.",
  },
  BASEBALL: {
    leadInS: { min: 4, max: 7 },
    tailS: { min: 4, max: 9 },
    apartS: 15,
    maxDurationS: 40,
    calmShare: 0.33,
    reason:
      "The pitch comes a few seconds before the hit, whose ball is followed until it is down. A home run is cheered for the whole way around the bases.",
  },
  CRICKET: {
    leadInS: { min: 5, max: 8 },
    tailS: { min: 4, max: 9 },
    apartS: 18,
    maxDurationS: 40,
    calmShare: 0.33,
    reason:
      "The bowler's run-up belongs to the ball, and the ball's way to the boundary to the stroke. Fielders come together after a wicket, and the stands sing for as long.",
  },
  HOCKEY: {
    leadInS: { min: 5, max: 8 },
    tailS: { min: 4, max: 8 },
    apartS: 15,
    maxDurationS: 40,
    calmShare: 0.36,
    reason:
      "The puck crosses the rink in seconds: less comes before a goal than in football. The horn and its tune come after a goal, and are part of it.",
  },
  RUGBY: {
    leadInS: { min: 7, max: 12 },
    tailS: { min: 4, max: 8 },
    apartS: 20,
    maxDurationS: 45,
    calmShare: 0.33,
    reason:
      "A run to the line is shown from the pass that opens it. The stands sing on until the kick at goal, for which they fall silent.",
  },
  TENNIS: {
    leadInS: { min: 5, max: 14 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 35,
    calmShare: 0.28,
    reason:
      "A point is shown from its serve, and rallies differ much in length; the next serve comes soon. Applause ends a point and dies away soon, for the next serve is made in silence.",
  },
  VOLLEYBALL: {
    leadInS: { min: 5, max: 10 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 35,
    calmShare: 0.36,
    reason:
      "A rally is shown from its serve, to the cheers around the net. The hall cheers until the whistle for the next serve.",
  },
  COMBAT: {
    leadInS: { min: 4, max: 8 },
    tailS: { min: 3, max: 7 },
    apartS: 10,
    maxDurationS: 40,
    calmShare: 0.4,
    reason:
      "A flurry is short, and what it did is seen in the seconds after it. A hall that stands up stays up: below half of its roar it rarely falls before the bell.",
  },
  MOTORSPORT: {
    leadInS: { min: 6, max: 10 },
    tailS: { min: 4, max: 8 },
    apartS: 15,
    maxDurationS: 45,
    calmShare: 0.36,
    reason:
      "An overtaking is set up before the corner and decided after it. Stands are heard between engines only; what else swells there is a car that passes, and gone in seconds.",
  },
  ESPORTS: {
    leadInS: { min: 6, max: 12 },
    tailS: { min: 3, max: 7 },
    apartS: 15,
    maxDurationS: 45,
    calmShare: 0.36,
    reason:
      "A fight must be seen from its opening to be understood. Halls roar through the fight and the seconds after it, in which its outcome is shown.",
  },
  OTHER: {
    leadInS: { min: 5, max: 10 },
    tailS: { min: 3.5, max: 7 },
    apartS: 15,
    maxDurationS: 40,
    calmShare: 0.33,
    reason:
      "The middle of what the sports above need. What people cheer at is over when they have calmed down, in any sport.",
  },
};
