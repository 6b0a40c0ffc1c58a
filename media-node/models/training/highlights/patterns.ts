// What a moment looks like in the curves of a match: each pattern is one curve in one window of time around the moment,
// with the reason why it tells of one. Categories weigh the patterns (see priors.ts). Units: see highlights/match-curves.
import type { MatchCurveName } from "../../../highlights/match-curves.ts";

export interface Pattern {
  readonly curve: MatchCurveName;
  /** Seconds after the moment; negative ones lie before it. */
  readonly fromS: number;
  readonly toS: number;
  readonly reason: string;
}

export const PATTERNS = {
  swell: {
    curve: "crowdRise",
    fromS: -6,
    toS: 0,
    reason: "Who sees a chance coming gets up: the noise grows for some seconds before the shot falls.",
  },
  roar: {
    curve: "crowdRise",
    fromS: -1.5,
    toS: 2.5,
    reason:
      "A crowd's outburst follows its cause within a second or two, and is the surest sign that sound has of a score (Rui, Gupta and Acero 2000, Automatically Extracting Highlights for TV Baseball Programs).",
  },
  celebration: {
    curve: "crowd",
    fromS: 0,
    toS: 9,
    reason: "After something that decides a match a crowd stays loud for as long as the players celebrate.",
  },
  ovation: {
    curve: "crowd",
    fromS: 0,
    toS: 5,
    reason: "Where play goes on at once, applause lasts for a few seconds only.",
  },
  hush: {
    curve: "crowd",
    fromS: -9,
    toS: -1,
    reason:
      "In sports of turns the crowd is silent while a point is played, so that noise before it speaks against one.",
  },
  outcry: {
    curve: "voicePitch",
    fromS: -0.5,
    toS: 6,
    reason:
      "Commentators raise their pitch with arousal, which a moment causes: the voice follows it by half a second and more (Trouvain and Barry 2000, The Prosody of Excitement in Horse Race Commentaries).",
  },
  buildUp: {
    curve: "voiceRate",
    fromS: -6,
    toS: 2,
    reason:
      "Commentators leave out their pauses while something builds up, and find words again once it is over.",
  },
  stoppage: {
    curve: "whistle",
    fromS: 0,
    toS: 5,
    reason: "The referee's whistle ends the play in which something happened: a goal, a foul, a point.",
  },
  strike: {
    curve: "impact",
    fromS: -1.5,
    toS: 1.5,
    reason: "A ball that is struck, a basket or a net that is hit: the sound of the deed itself.",
  },
  rally: {
    curve: "impact",
    fromS: -9,
    toS: 0,
    reason: "Long rallies are the best ones, and each of their strokes is heard.",
  },
  blows: {
    curve: "impact",
    fromS: -4,
    toS: 2,
    reason: "A flurry of blows decides more rounds than a single one, and falls within seconds.",
  },
  action: {
    curve: "motion",
    fromS: -6,
    toS: 1,
    reason: "The video moves most while an attack or a play runs; the camera follows at speed.",
  },
  burst: {
    curve: "motion",
    fromS: -2,
    toS: 2,
    reason: "Falls, crashes and blows change the video within moments.",
  },
  aftermath: {
    curve: "motion",
    fromS: 1,
    toS: 9,
    reason: "Right after it the camera is close: players who run and celebrate fill the frame with movement.",
  },
  held: {
    curve: "cuts",
    fromS: -9,
    toS: -1,
    reason:
      "While play runs directors hold one shot, so that cutting before a tick says that its action is over already.",
  },
  reactions: {
    curve: "cuts",
    fromS: 1,
    toS: 12,
    reason:
      "Directors stay on the wide shot while it matters and cut to faces, benches and stands right after it.",
  },
  replay: {
    curve: "replay",
    fromS: 2,
    toS: 19,
    reason:
      "Directors show again what was worth seeing as soon as play rests; goals have been found by it (Ekin, Tekalp and Mehrotra 2003, Automatic Soccer Video Analysis and Summarization).",
  },
  board: {
    curve: "scoreboard",
    fromS: 0,
    toS: 14,
    reason: "The score changes, or a caption with a name comes in, seconds after what it is about.",
  },
  cheer: {
    curve: "cheering",
    fromS: -1,
    toS: 8,
    reason: "A model that knows cheering and applause tells them from engines, music and chants.",
  },
  sight: {
    curve: "topicShown",
    fromS: -4,
    toS: 10,
    reason: "An image-text model sees players celebrate, fall or finish.",
  },
} as const satisfies Record<string, Pattern>;

export type PatternName = keyof typeof PATTERNS;
