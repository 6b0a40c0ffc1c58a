// How a moment of each sport is cut: what is shown before and after its peak, how close two moments may be, and how long
// one may last. Editors' practice, one reason each; the excitement decides within the bounds.
import type { SportCategory } from "../../../shared/highlight-job.ts";

export interface LengthRange {
  readonly least: number;
  readonly most: number;
}

export interface MomentShape {
  /** From the moment's beginning to its peak, seconds. */
  readonly leadInS: LengthRange;
  /** From its peak to its end, without replays, seconds. */
  readonly tailS: LengthRange;
  /** Of two peaks closer than this only the higher one is a moment. */
  readonly apartS: number;
  /** With replays and merged neighbours, seconds. */
  readonly longestS: number;
  readonly reason: string;
}

export const MATCH_SHAPES: Readonly<Record<SportCategory, MomentShape>> = {
  FOOTBALL: {
    ...{ leadInS: { least: 6, most: 11 }, tailS: { least: 5, most: 10 }, apartS: 20, longestS: 45 },
    reason:
      "An attack takes some ten seconds from midfield to the shot, and the celebration is a part of the goal.",
  },
  AMERICAN_FOOTBALL: {
    ...{ leadInS: { least: 6, most: 10 }, tailS: { least: 3, most: 7 }, apartS: 18, longestS: 40 },
    reason: "A play is shown from the snap, which lies up to eight seconds before its end.",
  },
  BASKETBALL: {
    ...{ leadInS: { least: 4, most: 7 }, tailS: { least: 2.5, most: 5 }, apartS: 10, longestS: 30 },
    reason: "One pass and the move to the basket are enough; the other team attacks seconds later.",
  },
  BASEBALL: {
    ...{ leadInS: { least: 4, most: 7 }, tailS: { least: 4, most: 9 }, apartS: 15, longestS: 40 },
    reason: "The pitch comes a few seconds before the hit, whose ball is followed until it is down.",
  },
  CRICKET: {
    ...{ leadInS: { least: 5, most: 8 }, tailS: { least: 4, most: 9 }, apartS: 18, longestS: 40 },
    reason: "The bowler's run-up belongs to the ball, and the ball's way to the boundary to the stroke.",
  },
  HOCKEY: {
    ...{ leadInS: { least: 5, most: 8 }, tailS: { least: 4, most: 8 }, apartS: 15, longestS: 40 },
    reason: "The puck crosses the rink in seconds: less comes before a goal than in football.",
  },
  RUGBY: {
    ...{ leadInS: { least: 7, most: 12 }, tailS: { least: 4, most: 8 }, apartS: 20, longestS: 45 },
    reason: "A run to the line is shown from the pass that opens it.",
  },
  TENNIS: {
    ...{ leadInS: { least: 5, most: 14 }, tailS: { least: 2.5, most: 5 }, apartS: 10, longestS: 35 },
    reason: "A point is shown from its serve, and rallies differ much in length; the next serve comes soon.",
  },
  VOLLEYBALL: {
    ...{ leadInS: { least: 5, most: 10 }, tailS: { least: 2.5, most: 5 }, apartS: 10, longestS: 35 },
    reason: "A rally is shown from its serve, to the cheers around the net.",
  },
  COMBAT: {
    ...{ leadInS: { least: 4, most: 8 }, tailS: { least: 3, most: 7 }, apartS: 10, longestS: 40 },
    reason: "A flurry is short, and what it did is seen in the seconds after it.",
  },
  MOTORSPORT: {
    ...{ leadInS: { least: 6, most: 10 }, tailS: { least: 4, most: 8 }, apartS: 15, longestS: 45 },
    reason: "An overtaking is set up before the corner and decided after it.",
  },
  ESPORTS: {
    ...{ leadInS: { least: 6, most: 12 }, tailS: { least: 3, most: 7 }, apartS: 15, longestS: 45 },
    reason: "A fight must be seen from its opening to be understood.",
  },
  OTHER: {
    ...{ leadInS: { least: 5, most: 10 }, tailS: { least: 3.5, most: 7 }, apartS: 15, longestS: 40 },
    reason: "The middle of what the sports above need.",
  },
};
