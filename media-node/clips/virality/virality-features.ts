// Computes the feature vector of a candidate clip (see virality-feature-list for their meaning): the one place where
// words, audio and video become numbers for the virality model. Pure; everything that does not depend on the candidate
// is summed up once, so that some thousand candidates of an hour take tens of milliseconds.

import type { AudioEvents } from "../../senses/audio-events/audio-events.ts";
import { type FacePresence, facesIn } from "../../senses/faces/face-presence.ts";
import { type FrameScores, saidOrShown, shownIn } from "../../senses/image-text/frame-scores.ts";
import { clamp } from "../../signal/clamp.ts";
import { rankAmong } from "../../signal/percentile.ts";
import { sumBetween } from "../../signal/prefix-sum.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import { type AudienceReactions, findReactions, reactionsOf } from "../moments/audience-reactions.ts";
import { judgeBetween } from "../moments/judged-cuts.ts";
import type { JudgedStretches } from "../moments/judged-stretches.ts";
import type { MomentRater, Stretch } from "../moments/moment-rater.ts";
import { type MomentTimeline, TICK_S, tickAt } from "../moments/moment-timeline.ts";
import { pitchDeviation } from "../moments/pitch-movement.ts";
import { MOMENT_KINDS, type MomentKind } from "../sentences/moment-kinds.ts";
import type { CutFacts, MomentText } from "../sentences/moment-text.ts";
import type { FeatureValues } from "./virality-feature-list.ts";
import { createWordFeatureReader, NO_WORDS } from "./virality-word-features.ts";
import { promptMatch, type Wishes } from "./wish-relevance.ts";

const UNKNOWN = Number.NaN;

export interface FeatureSources {
  readonly timeline: MomentTimeline;
  readonly rater: MomentRater;
  readonly text: MomentText;
  /** Of the cut points that stretches refer to. */
  readonly cuts: readonly CutFacts[];
  readonly wishes: Wishes;
  /** What an audio-event model heard; null where none is installed. */
  readonly audioEvents: AudioEvents | null;
  /** What an image-text model saw; null where none is installed, or nothing was asked for. */
  readonly frameScores: FrameScores | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces: FacePresence | null;
  /** What a sentence judge said; null where it said nothing. */
  readonly judged: JudgedStretches | null;
}

type JudgedFeatures = Pick<
  FeatureValues,
  "thoughtBegins" | "thoughtEnds" | "worth" | "interest" | "point" | "idleTalk" | MomentKind
>;

function judgedFeatures(
  judged: JudgedStretches | null,
  opens: CutFacts | undefined,
  closes: CutFacts | undefined,
): JudgedFeatures {
  const said = judgeBetween(judged, opens, closes);
  const kinds = MOMENT_KINDS.map((kind, index) => [kind, said?.kinds[index] ?? UNKNOWN]);
  return {
    ...(Object.fromEntries(kinds) as Record<MomentKind, number>),
    thoughtBegins: said?.begins ?? UNKNOWN,
    thoughtEnds: said?.ends ?? UNKNOWN,
    worth: said?.worth ?? UNKNOWN,
    interest: said?.interest ?? UNKNOWN,
    point: said?.point ?? UNKNOWN,
    idleTalk: said?.idle ?? UNKNOWN,
  };
}

const SATURATING_REACTION_S = 3;
const SATURATING_PITCH_SEMITONES = 5;

/** What a model heard, else what loud sound between words looks like; null where there are no words to be between. */
function reactionsIn(
  { timeline, text, audioEvents }: FeatureSources,
  words: readonly SpokenWord[],
): AudienceReactions | null {
  if (audioEvents !== null) return reactionsOf(timeline, audioEvents);
  return timeline.hasAudio && text.hasWords ? findReactions(timeline, words) : null;
}

/** Sentences of the stretches that a wished kind's share is compared with. */
const TYPICAL_SENTENCES = 6;
/** Ranks from which on a stretch begins to be of a kind, and is wholly: half of a source is never "the funniest". */
const KIND_FROM = 0.5;
const KIND_FULL = 0.98;

type JudgedWorth = Pick<FeatureValues, "worth" | "point" | "interest">;
type ScoreKind = (share: number, judged: JudgedWorth) => number;

/**
 * How much of a kind is worth asking for: the judge tells kinds among what editors took, so that of welcomes and small
 * talk, which nobody takes, it calls most a joke.
 */
function askedShare(share: number, { worth, point, interest }: JudgedWorth): number {
  return share * worth * point * interest;
}

/** How far a stretch is of each wished kind, 0 to 1, among all of the source: a few jokes are many in a dry talk. */
function kindScorers({ judged, text, wishes }: FeatureSources): ReadonlyMap<string, ScoreKind> {
  const scorers = new Map<string, ScoreKind>();
  if (judged === null || wishes.features === null) return scorers;
  const count = text.text.sentences.length;
  const starts = Array.from({ length: Math.max(1, count - TYPICAL_SENTENCES) }, (_, index) => index);
  const said = starts.map((from) => judged.read(from, Math.min(count, from + TYPICAL_SENTENCES)));
  MOMENT_KINDS.forEach((kind, index) => {
    if (!wishes.features?.has(kind)) return;
    const shares = said.map(({ kinds }) => kinds[index] ?? 0);
    const rank = rankAmong(said.map((stretch, at) => askedShare(shares[at] ?? 0, stretch)));
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    scorers.set(kind, (share, values) => {
      const standing = clamp((rank(askedShare(share, values)) - KIND_FROM) / (KIND_FULL - KIND_FROM));
      // However good it is, what has less of the kind than most is not of it.
      return standing ** 2 * clamp(share / Math.max(1e-6, mean));
    });
  });
  return scorers;
}

/** How far a stretch is of the kinds asked for, 0 to 1. */
function kindScore(
  { wishes }: FeatureSources,
  scorers: ReadonlyMap<string, ScoreKind>,
  values: FeatureValues,
): number {
  if (wishes.features === null) return UNKNOWN;
  let sum = 0;
  let known = 0;
  for (const [name, share] of wishes.features) {
    if (Number.isNaN(values[name])) continue;
    sum += share * (scorers.get(name)?.(values[name], values) ?? values[name]);
    known += share;
  }
  return known === 0 ? UNKNOWN : clamp(sum / known);
}

/** Features of stretches between the cut points of one source. */
export function createFeatureReader(sources: FeatureSources): (stretch: Stretch) => FeatureValues {
  const { timeline, rater, cuts, text, wishes } = sources;
  const readWords = createWordFeatureReader(text, wishes);
  const scorers = kindScorers(sources);
  const reactions = reactionsIn(sources, text.text.words);
  const { range, hasAudio, hasVideo } = timeline;
  const heard = (value: number): number => (hasAudio ? value : UNKNOWN);
  const seen = (value: number): number => (hasVideo ? value : UNKNOWN);
  const reaction = (sums: Float64Array | undefined, from: number, to: number): number =>
    sums === undefined ? UNKNOWN : clamp((TICK_S * sumBetween(sums, from, to)) / SATURATING_REACTION_S);
  return (stretch) => {
    const signals = rater.signals(stretch);
    const lengthS = stretch.endS - stretch.startS;
    const ticks = [tickAt(timeline, stretch.startS), tickAt(timeline, stretch.endS)] as const;
    const deviation = pitchDeviation(timeline.pitch, ...ticks);
    const opens = cuts[stretch.opensAt];
    const closes = cuts[stretch.closesAt];
    const spoken =
      text.hasWords && opens !== undefined && closes !== undefined
        ? readWords(opens, closes, lengthS)
        : NO_WORDS;
    const values: FeatureValues = {
      ...spoken,
      ...judgedFeatures(sources.judged, opens, closes),
      support: UNKNOWN,
      rise: heard(signals.rise),
      openingEnergy: heard(signals.openingEnergy),
      openingPace: heard(signals.openingPace),
      promptSpeech: heard(signals.promptSpeech),
      openingMotion: seen(signals.openingMotion),
      information: text.hasWords ? signals.information : UNKNOWN,
      dynamics: heard(signals.dynamics),
      pace: heard(signals.pace),
      pitchDynamics: heard(clamp(deviation / SATURATING_PITCH_SEMITONES)),
      speechDensity: heard(signals.speechDensity),
      speechRank: heard(signals.speechRank),
      laughter: reaction(reactions?.laughter, ...ticks),
      applause: reaction(reactions?.applause, ...ticks),
      motion: seen(signals.motion),
      shots: seen(signals.shots),
      faces: facesIn(sources.faces, stretch),
      fullness: signals.fullness,
      cleanStart: signals.cleanStart,
      cleanEnd: signals.cleanEnd,
      lengthFit: signals.lengthFit,
      peaks: signals.peaks,
      position: clamp((stretch.startS - range.startS) / Math.max(1, range.endS - range.startS)),
    };
    const topicRelevance = saidOrShown(values.promptMatch, shownIn(sources.frameScores, "topic", stretch));
    return {
      ...values,
      promptMatch: promptMatch(topicRelevance, kindScore(sources, scorers, values)),
      titleMatch: saidOrShown(values.titleMatch, shownIn(sources.frameScores, "title", stretch)),
    };
  };
}
