// One sentence for a person about why a moment of a match is shown. What it names follows from the model's own
// contributions, the largest ones of what was found there; the order is that of a match: what builds up, what happens,
// what follows.
import type { SportCategory } from "../../../shared/tasks/highlight-job.ts";
import { MATCH_CURVES, type MatchCurveName } from "../match-curves.ts";

/** "A, b and c". */
const LIST = new Intl.ListFormat("en-GB");
const MAX_NAMED = 3;
/** A further curve is named only when it adds at least this share of what the first does. */
const WORTH_NAMING = 0.2;
/** Below this share of a logit nothing has been said. */
const MIN_CONTRIBUTION = 0.02;

/** In the order in which they are told. */
const PHRASES: Readonly<Record<MatchCurveName, string>> = {
  motion: "play sped up",
  voiceRate: "the commentator spoke faster",
  impact: "the ball was struck hard",
  crowdRise: "the crowd rose sharply",
  crowd: "the crowd stayed loud",
  cheering: "cheers broke out",
  voicePitch: "the commentator's voice went up",
  whistle: "the whistle blew",
  topicShown: "the video shows a decisive moment",
  cuts: "the director cut to reactions",
  scoreboard: "the scoreboard changed",
  replay: "a replay followed",
};
const TELLING_ORDER = Object.keys(PHRASES) as MatchCurveName[];

/** What a curve means in one sport only. */
const OWN_PHRASES: Readonly<Partial<Record<SportCategory, Partial<Record<MatchCurveName, string>>>>> = {
  AMERICAN_FOOTBALL: { impact: "players hit hard" },
  BASKETBALL: { impact: "the basket was hit hard" },
  BASEBALL: { impact: "the bat struck the ball" },
  CRICKET: { impact: "the bat struck the ball" },
  HOCKEY: { impact: "a hard hit was heard" },
  RUGBY: { impact: "players hit hard" },
  TENNIS: { impact: "a rally of strokes was heard", crowd: "applause followed", motion: "the players ran" },
  VOLLEYBALL: { impact: "the ball was hit again and again" },
  COMBAT: { impact: "blows landed", motion: "the fighters moved at speed" },
  MOTORSPORT: { impact: "a hard sound was heard", motion: "the camera moved suddenly" },
  ESPORTS: {
    impact: "the game's sounds came thick and fast",
    motion: "the action sped up",
    voiceRate: "the caster spoke faster",
    voicePitch: "the caster's voice went up",
    cuts: "the view changed quickly",
  },
  // Nobody knows who speaks in it, nor who cuts it.
  OTHER: {
    impact: "a hard sound was heard",
    motion: "the action sped up",
    voiceRate: "speech grew faster",
    voicePitch: "a voice went up",
    cuts: "the view changed quickly",
  },
};

/** Pairs that would say the same twice: only the stronger of two is named. */
const SAME_PAIRS: readonly (readonly [MatchCurveName, MatchCurveName])[] = [
  ["crowdRise", "crowd"],
  ["crowdRise", "cheering"],
  ["crowd", "cheering"],
  ["voicePitch", "voiceRate"],
];

function saysTheSame(a: MatchCurveName, b: MatchCurveName): boolean {
  return SAME_PAIRS.some((pair) => pair.includes(a) && pair.includes(b));
}

type IsFound = (name: MatchCurveName) => boolean;

/**
 * The curves that a reason names, in the order in which it does.
 * @param contributions in the order of MATCH_CURVES
 * @param isFound whether what a curve stands for was found at the moment
 */
export function namedCurves(contributions: ArrayLike<number>, isFound: IsFound): MatchCurveName[] {
  const ranked = MATCH_CURVES.map((name, row) => ({ name, added: contributions[row] ?? 0 }))
    .filter(({ name, added }) => added > MIN_CONTRIBUTION && isFound(name))
    .sort((a, b) => b.added - a.added);
  const max = ranked[0]?.added ?? 0;
  const named = ranked
    .filter(({ added }) => added >= WORTH_NAMING * max)
    .filter(({ name }, index, all) => !all.slice(0, index).some((above) => saysTheSame(above.name, name)))
    .slice(0, MAX_NAMED);
  return TELLING_ORDER.filter((curve) => named.some(({ name }) => name === curve));
}

/** For example "The crowd rose sharply and a replay followed." */
export function explainMoment(
  contributions: ArrayLike<number>,
  isFound: IsFound,
  category: SportCategory,
): string {
  const phrases = namedCurves(contributions, isFound).map(
    (name) => OWN_PHRASES[category]?.[name] ?? PHRASES[name],
  );
  if (phrases.length === 0) return "It stands out from what is around it.";
  const told = LIST.format(phrases);
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}
