// Where the built-in highlight model's weights come from: no footage with marked highlights may be shipped, so that what
// each sport's moments look and sound like is written down here with its reason. A weight is what a pattern adds to the
// logit of the excitement when its curve lies 1 above its usual value all through the pattern's window; curves rise by
// 0.3 to 0.7 in practice, and short ones fill a part of their window. With nothing unusual the excitement is 5 of 100.
import type { SportCategory } from "../../../../shared/tasks/highlight-job.ts";
import type { MatchCurveName } from "../../../highlights/match-curves.ts";
import type { PatternName } from "./patterns.ts";

/** The logit of a tick at which nothing is unusual. */
export const BIAS = -3;

/** What curves have while nothing happens: the match's own mean takes over within minutes. */
export const PRIOR_MEANS: Readonly<Record<MatchCurveName, number>> = {
  crowd: 0.05,
  crowdRise: 0.02,
  voicePitch: 0.1,
  voiceRate: 0.05,
  whistle: 0.01,
  impact: 0.05,
  motion: 0.1,
  cuts: 0.1,
  replay: 0.1,
  scoreboard: 0.01,
  cheering: 0.05,
  topicShown: 0.15,
};
/** A minute: less than that says little of what is usual in a match. */
export const PRIOR_TICKS = 120;
/** Without sound or without much of a video the rest speaks for the whole, up to five times. */
export const MIN_KNOWN = 0.2;

export interface CategoryPrior {
  readonly weights: Readonly<Partial<Record<PatternName, number>>>;
  readonly reason: string;
}

/** Every sport but OTHER, which is the mean of them all. */
export const PRIORS: Readonly<Record<Exclude<SportCategory, "OTHER">, CategoryPrior>> = {
  FOOTBALL: {
    weights: {
      swell: 1.2,
      roar: 3,
      celebration: 3,
      outcry: 1.8,
      buildUp: 0.8,
      stoppage: 1,
      strike: 0.3,
      action: 1,
      aftermath: 1,
      held: -0.8,
      reactions: 1.2,
      replay: 1.8,
      board: 1.5,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "Goals are rare: an attack builds up, the crowd swells, bursts out and celebrates long; close-ups and replays follow before play goes on.",
  },
  AMERICAN_FOOTBALL: {
    weights: {
      swell: 0.6,
      roar: 3,
      celebration: 2.4,
      outcry: 1.8,
      buildUp: 0.8,
      stoppage: 1.5,
      strike: 0.8,
      action: 1.6,
      aftermath: 0.8,
      held: -0.8,
      reactions: 1,
      replay: 1.8,
      board: 1.2,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "Plays last some seconds of full motion and end by a whistle; nearly every big one is shown again before the next snap.",
  },
  BASKETBALL: {
    weights: {
      roar: 3.2,
      ovation: 3,
      outcry: 2,
      buildUp: 0.8,
      stoppage: 0.6,
      strike: 0.8,
      action: 1,
      burst: 0.6,
      aftermath: 0.6,
      held: -0.4,
      reactions: 0.6,
      replay: 1.8,
      board: 0.5,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "Scores come every half minute, so that the score's change says little and the crowd's outburst much; play goes on at once, and only great ones are replayed.",
  },
  BASEBALL: {
    weights: {
      hush: -0.6,
      roar: 3.2,
      celebration: 2.6,
      outcry: 2,
      buildUp: 0.6,
      strike: 2,
      action: 0.6,
      burst: 1,
      aftermath: 0.8,
      held: -0.4,
      reactions: 0.6,
      replay: 1.8,
      board: 1.2,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "A quiet wait, the crack of the bat, and a camera that follows the ball: hits were found by this sound and excited speech alone (Rui, Gupta and Acero 2000).",
  },
  CRICKET: {
    weights: {
      hush: -0.5,
      roar: 3.2,
      celebration: 2.6,
      outcry: 2,
      buildUp: 0.6,
      stoppage: 0.2,
      strike: 1.6,
      action: 0.6,
      burst: 0.8,
      aftermath: 0.8,
      held: -0.6,
      reactions: 1,
      replay: 2.2,
      board: 1.2,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "As in baseball a ball is bowled into quiet and struck; boundaries and wickets are followed by cheers, cutaways and always by replays.",
  },
  HOCKEY: {
    weights: {
      swell: 1,
      roar: 3.2,
      celebration: 2.8,
      outcry: 2,
      buildUp: 0.8,
      stoppage: 1.2,
      strike: 0.8,
      action: 0.6,
      aftermath: 0.8,
      held: -0.8,
      reactions: 1,
      replay: 1.8,
      board: 1.5,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "The puck and the camera never rest, so that motion says less than in football; goals end in a horn, a roar and a stop.",
  },
  RUGBY: {
    weights: {
      swell: 1.2,
      roar: 2.8,
      celebration: 2.6,
      outcry: 1.8,
      buildUp: 0.8,
      stoppage: 1.5,
      strike: 0.4,
      action: 1.4,
      aftermath: 1,
      held: -0.8,
      reactions: 1,
      replay: 1.8,
      board: 1.2,
      cheer: 2,
      sight: 1.2,
    },
    reason: "Runs for the line raise the noise for many seconds, and the whistle marks the try.",
  },
  TENNIS: {
    weights: {
      hush: -1.5,
      roar: 2.6,
      ovation: 3.4,
      outcry: 1.2,
      rally: 2.4,
      strike: 0.4,
      action: 0.4,
      aftermath: 0.8,
      held: -0.8,
      reactions: 1,
      replay: 1.6,
      board: 0.4,
      cheer: 2,
      sight: 1,
    },
    reason:
      "A match is made of points: silence with the rhythm of the strokes, and applause when the point ends; the longer the rally, the louder.",
  },
  VOLLEYBALL: {
    weights: {
      roar: 2.8,
      ovation: 2.8,
      outcry: 1.6,
      buildUp: 0.6,
      stoppage: 1.2,
      rally: 1.8,
      strike: 1,
      action: 0.8,
      aftermath: 1,
      held: -0.8,
      reactions: 0.8,
      replay: 1.8,
      board: 0.4,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "Rallies end by a spike and the referee's whistle; each counts a point, so that the length of the rally and the crowd tell which are great.",
  },
  COMBAT: {
    weights: {
      swell: 0.6,
      roar: 3.2,
      ovation: 2.4,
      outcry: 2,
      buildUp: 1.2,
      blows: 2,
      strike: 0.8,
      burst: 1.8,
      aftermath: 0.4,
      held: -0.4,
      reactions: 0.8,
      replay: 2.4,
      cheer: 2,
      sight: 1.2,
    },
    reason:
      "Flurries and knock-downs take seconds: hard sounds, bodies that move at once, and a crowd that jumps up; every knock-down is shown again in slow motion.",
  },
  MOTORSPORT: {
    weights: {
      roar: 1,
      ovation: 0.8,
      outcry: 2.8,
      buildUp: 2,
      strike: 1.2,
      blows: 0.8,
      action: 0.6,
      burst: 1.8,
      aftermath: 0.4,
      held: -0.6,
      reactions: 1.2,
      replay: 2.4,
      board: 0.6,
      cheer: 1.2,
      sight: 1.6,
    },
    reason:
      "Engines drown the crowd, and the video always moves: overtakings and crashes show in the commentator's voice, in sudden changes of the video and in replays.",
  },
  ESPORTS: {
    weights: {
      swell: 0.6,
      roar: 2.2,
      ovation: 2,
      outcry: 2.6,
      buildUp: 2.4,
      strike: 0.4,
      blows: 1,
      action: 0.8,
      burst: 0.8,
      aftermath: 0.4,
      held: -0.2,
      reactions: 0.6,
      replay: 1.6,
      board: 1,
      cheer: 1.8,
      sight: 1.2,
    },
    reason:
      "Casters carry the show: they speak faster and higher through a team fight; the game's own sounds and camera jump all the time.",
  },
};
