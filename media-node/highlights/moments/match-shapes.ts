// How a moment of each sport is cut: what is shown before and after its peak, how close two moments may be, and how long
// one may last. Editors' practice, one reason each; the excitement decides within the bounds.
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
  readonly reason: string;
}

export const MATCH_SHAPES: Readonly<Record<SportCategory, MomentShape>> = {
  FOOTBALL: {
    leadInS: { min: 6, max: 11 },
    tailS: { min: 5, max: 10 },
    apartS: 20,
    maxDurationS: 45,
    reason:
      "An attack takes some ten seconds from midfield to the shot, and the celebration is a part of the goal.",
  },
  AMERICAN_FOOTBALL: {
    leadInS: { min: 6, max: 10 },
    tailS: { min: 3, max: 7 },
    apartS: 18,
    maxDurationS: 40,
    reason: "A play is shown from the snap, which lies up to eight seconds before its end.",
  },
  BASKETBALL: {
    leadInS: { min: 4, max: 7 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 30,
    reason: "One pass and the move to the basket are enough; the other team attacks seconds later.",
  },
  BASEBALL: {
    leadInS: { min: 4, max: 7 },
    tailS: { min: 4, max: 9 },
    apartS: 15,
    maxDurationS: 40,
    reason: "The pitch comes a few seconds before the hit, whose ball is followed until it is down.",
  },
  CRICKET: {
    leadInS: { min: 5, max: 8 },
    tailS: { min: 4, max: 9 },
    apartS: 18,
    maxDurationS: 40,
    reason: "The bowler's run-up belongs to the ball, and the ball's way to the boundary to the stroke.",
  },
  HOCKEY: {
    leadInS: { min: 5, max: 8 },
    tailS: { min: 4, max: 8 },
    apartS: 15,
    maxDurationS: 40,
    reason: "The puck crosses the rink in seconds: less comes before a goal than in football.",
  },
  RUGBY: {
    leadInS: { min: 7, max: 12 },
    tailS: { min: 4, max: 8 },
    apartS: 20,
    maxDurationS: 45,
    reason: "A run to the line is shown from the pass that opens it.",
  },
  TENNIS: {
    leadInS: { min: 5, max: 14 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 35,
    reason: "A point is shown from its serve, and rallies differ much in length; the next serve comes soon.",
  },
  VOLLEYBALL: {
    leadInS: { min: 5, max: 10 },
    tailS: { min: 2.5, max: 5 },
    apartS: 10,
    maxDurationS: 35,
    reason: "A rally is shown from its serve, to the cheers around the net.",
  },
  COMBAT: {
    leadInS: { min: 4, max: 8 },
    tailS: { min: 3, max: 7 },
    apartS: 10,
    maxDurationS: 40,
    reason: "A flurry is short, and what it did is seen in the seconds after it.",
  },
  MOTORSPORT: {
    leadInS: { min: 6, max: 10 },
    tailS: { min: 4, max: 8 },
    apartS: 15,
    maxDurationS: 45,
    reason: "An overtaking is set up before the corner and decided after it.",
  },
  ESPORTS: {
    leadInS: { min: 6, max: 12 },
    tailS: { min: 3, max: 7 },
    apartS: 15,
    maxDurationS: 45,
    reason: "A fight must be seen from its opening to be understood.",
  },
  OTHER: {
    leadInS: { min: 5, max: 10 },
    tailS: { min: 3.5, max: 7 },
    apartS: 15,
    maxDurationS: 40,
    reason: "The middle of what the sports above need.",
  },
};
