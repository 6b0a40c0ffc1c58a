// Whether footage looks and sounds like a match at all, judged before anything is said of it: a talk that is sent as
// football has loud and lively moments too, but no crowd and no replays. No sign is sure by itself (halls applaud
// concerts, meadows are green), so that their weights are summed, and audio alone is never enough. Weights are priors
// with reasons, as those of the excitement are; the sum of a match lies at 1 and above.
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";
import { ramp } from "../../signal/clamp.ts";
import type { Span } from "../../signal/span.ts";
import type { MatchAudio } from "../audio/match-audio.ts";
import type { MatchCurves, ReplaySpan } from "../match-curves.ts";
import type { FrameShares, MatchVideo } from "../video/match-video.ts";
import { sureReplays } from "./match-moments.ts";

export interface MatchSigns {
  readonly curves: MatchCurves;
  /** See MatchAudio. */
  readonly swells: readonly Span[];
  readonly noiseShare: number;
  /** Sure ones. */
  readonly replays: readonly ReplaySpan[];
  readonly shares: FrameShares;
}

/** What the analysis of audio and video found. @param audio null for a source without */
export function signsOf(
  curves: MatchCurves,
  audio: Pick<MatchAudio, "swells" | "noiseShare"> | null,
  { replays, shares }: Pick<MatchVideo, "replays" | "shares">,
): MatchSigns {
  const { swells = [], noiseShare = 0 } = audio ?? {};
  return { curves, swells, noiseShare, replays: sureReplays(replays), shares };
}

export interface SignWeights {
  /** People get louder over noise that goes on. */
  readonly crowd: number;
  /** A voice goes up while they do. */
  readonly roused: number;
  readonly whistle: number;
  /** Somebody speaks for much of the time. */
  readonly voice: number;
  readonly grass: number;
  readonly lively: number;
  readonly graphic: number;
  readonly scoreboard: number;
  readonly replay: number;
}

const ANY_SPORT: SignWeights = {
  crowd: 0.6,
  roused: 0.25,
  whistle: 0,
  voice: 0,
  grass: 0,
  lively: 0.15,
  graphic: 0.3,
  scoreboard: 0.15,
  replay: 0.45,
};
/** Grass is most of what these sports show; referees whistle. */
const ON_GRASS = { grass: 0.5, whistle: 0.3 } as const;
const WITH_WHISTLE = { whistle: 0.3 } as const;

/** What differs from any sport. */
const OWN_WEIGHTS: Readonly<Record<SportCategory, Partial<SignWeights>>> = {
  FOOTBALL: ON_GRASS,
  AMERICAN_FOOTBALL: ON_GRASS,
  BASKETBALL: WITH_WHISTLE,
  // Umpires do not whistle.
  BASEBALL: { grass: 0.4 },
  CRICKET: { grass: 0.5 },
  HOCKEY: WITH_WHISTLE,
  RUGBY: ON_GRASS,
  TENNIS: {},
  VOLLEYBALL: WITH_WHISTLE,
  COMBAT: {},
  // Engines drown the crowd, and the video hardly ever rests.
  MOTORSPORT: { crowd: 0.45, lively: 0.35 },
  // Many are played without a hall: a caster speaks over a video that is never at rest, under the game's own graphics.
  ESPORTS: { graphic: 0.45, lively: 0.35, voice: 0.25 },
  // Whatever sport it is, it may be one of those above.
  OTHER: { grass: 0.4, whistle: 0.3 },
};

const ENOUGH = 1;
/** What audio may add: storms and concerts are as loud as halls. */
const MAX_BY_AUDIO = 0.8;

/** Where a sign begins to count, and from where on it counts whole. */
const SWELLS_PER_10_MIN = { none: 0, full: 3 } as const;
const NOISE_SHARE = { none: 0.05, full: 0.25 } as const;
const BLASTS_PER_10_MIN = { none: 0, full: 3 } as const;
const VOICE_SHARE = { none: 0.1, full: 0.4 } as const;
const FIELD_SHARE = { none: 0.05, full: 0.25 } as const;
const LIVELY_SHARE = { none: 0.1, full: 0.35 } as const;
const GRAPHIC_SHARE = { none: 0.2, full: 0.6 } as const;
const REPLAYS = { none: 0, full: 2 } as const;
/** A raised voice belongs to a swell from so long before it to so long after its begin. */
const [ROUSED_BEFORE_S, ROUSED_AFTER_S] = [3, 6];
const RAISED = 0.4;

function countRuns(curve: Float32Array | undefined): number {
  let runs = 0;
  curve?.forEach((value, tick) => {
    if (value > 0 && !((curve[tick - 1] ?? 0) > 0)) runs += 1;
  });
  return runs;
}

function voiceShare({ curves }: MatchCurves): number {
  const pitch = curves.voicePitch ?? new Float32Array();
  return pitch.filter((value) => !Number.isNaN(value)).length / Math.max(1, pitch.length);
}

function isRoused({ curves, startS, hopS }: MatchCurves, swell: Span): boolean {
  const from = Math.max(0, Math.floor((swell.startS - ROUSED_BEFORE_S - startS) / hopS));
  const to = Math.ceil((swell.startS + ROUSED_AFTER_S - startS) / hopS);
  return curves.voicePitch?.subarray(from, to).some((value) => value >= RAISED) ?? false;
}

/** How strongly each sign is there, 0 to 1. */
export function measureSigns(signs: MatchSigns): SignWeights {
  const { curves, swells, noiseShare, replays, shares } = signs;
  const tenMinutes = Math.max(1e-3, (curves.tickCount * curves.hopS) / 600);
  const crowd = ramp(swells.length / tenMinutes, SWELLS_PER_10_MIN) * ramp(noiseShare, NOISE_SHARE);
  const roused = swells.filter((swell) => isRoused(curves, swell)).length / Math.max(1, swells.length);
  return {
    crowd,
    roused: crowd * roused,
    whistle: ramp(countRuns(curves.curves.whistle) / tenMinutes, BLASTS_PER_10_MIN),
    voice: ramp(voiceShare(curves), VOICE_SHARE),
    grass: ramp(shares.field, FIELD_SHARE),
    lively: ramp(shares.lively, LIVELY_SHARE),
    graphic: ramp(shares.graphic, GRAPHIC_SHARE),
    scoreboard: countRuns(curves.curves.scoreboard) > 0 ? 1 : 0,
    replay: ramp(replays.length, REPLAYS),
  };
}

const BY_AUDIO = ["crowd", "roused", "whistle", "voice"] as const;
const BY_VIDEO = ["grass", "lively", "graphic", "scoreboard", "replay"] as const;

/** How much speaks for a match of this sport; from 1 on it is taken for one. */
export function matchEvidence(signs: MatchSigns, category: SportCategory): number {
  const weights = { ...ANY_SPORT, ...OWN_WEIGHTS[category] };
  const measured = measureSigns(signs);
  const sum = (names: readonly (keyof SignWeights)[]): number =>
    names.reduce((total, name) => total + weights[name] * measured[name], 0);
  return Math.min(MAX_BY_AUDIO, sum(BY_AUDIO)) + sum(BY_VIDEO);
}

/**
 * Whether the signs suffice for a match of this sport: where they do not, a reel is made all the same, which
 * says so, and whose reasons name only what was measured.
 */
export function isMatch(signs: MatchSigns, category: SportCategory): boolean {
  return matchEvidence(signs, category) >= ENOUGH;
}
