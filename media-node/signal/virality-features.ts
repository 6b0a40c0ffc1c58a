// Computes the feature vector of a candidate clip (see virality-feature-list for their meaning): the one place where
// words, sound and picture become numbers for the virality model. Pure; everything that does not depend on the candidate
// is summed up once, so that some thousand candidates of an hour take tens of milliseconds.
import { type AudienceReactions, findReactions } from "./audience-reactions.ts";
import { clamp } from "./cut-signals.ts";
import { type FacePresence, facesIn } from "./face-presence.ts";
import { judgeBetween } from "./judged-cuts.ts";
import type { JudgedStretches } from "./judged-stretches.ts";
import { MOMENT_KINDS, type MomentKind } from "./moment-kinds.ts";
import type { MomentRater, Stretch } from "./moment-rater.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { type MomentTimeline, TICK_S, tickAt } from "./moment-timeline.ts";
import { rankAmong } from "./percentile.ts";
import { type PictureMatches, saidOrShown, shownIn } from "./picture-match.ts";
import { pitchDeviation } from "./pitch-movement.ts";
import { sumBetween } from "./prefix-sum.ts";
import type { SpokenWord } from "./sentences.ts";
import { reactionsOf, type SoundEvents } from "./sound-events.ts";
import { promptMatch, type Wishes } from "./topic-match.ts";
import type { FeatureValues } from "./virality-feature-list.ts";
import { createWordFeatureReader, NO_WORDS } from "./virality-word-features.ts";

const UNKNOWN = Number.NaN;

export interface FeatureSources {
  readonly timeline: MomentTimeline;
  readonly rater: MomentRater;
  readonly text: MomentText;
  /** Of the cut points that stretches refer to. */
  readonly cuts: readonly CutFacts[];
  readonly wishes: Wishes;
  /** What an audio-event model heard; null where none is installed. */
  readonly soundEvents: SoundEvents | null;
  /** What an image-text model saw; null where none is installed, or nothing was asked for. */
  readonly pictures: PictureMatches | null;
  /** Where a face detector saw faces; null where none is installed. */
  readonly faces: FacePresence | null;
  /** What a sentence judge said; null where it said nothing. */
  readonly judged: JudgedStretches | null;
  /** How sure a candidate is of its place (see stretch-support); null where nothing was judged. */
  readonly support: ((stretch: Stretch) => number) | null;
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

const FULL_REACTION_S = 3;
const FULL_PITCH_SEMITONES = 5;

/** What a model heard, else what loud sound between words looks like; null where there are no words to be between. */
function reactionsIn(
  { timeline, text, soundEvents }: FeatureSources,
  words: readonly SpokenWord[],
): AudienceReactions | null {
  if (soundEvents !== null) return reactionsOf(timeline, soundEvents);
  return timeline.hasAudio && text.hasWords ? findReactions(timeline, words) : null;
}

/** Kinds of moments are only guessed from their features: none is known to be wholly unlike what was asked for. */
const LEAST_KIND_MATCH = 0.3;

/** Sentences of the stretches that a wished kind's share is compared with. */
const USUAL_SENTENCES = 6;

type Rank = (value: number) => number;

/** Where a share of a kind stands among those of all stretches of the source: a few jokes are many in a dry talk. */
function kindRanks({ judged, text, wishes }: FeatureSources): ReadonlyMap<string, Rank> {
  const ranks = new Map<string, Rank>();
  if (judged === null || wishes.features === null) return ranks;
  const count = text.text.sentences.length;
  const starts = Array.from({ length: Math.max(1, count - USUAL_SENTENCES) }, (_, index) => index);
  const said = starts.map((from) => judged.read(from, Math.min(count, from + USUAL_SENTENCES)).kinds);
  MOMENT_KINDS.forEach((kind, index) => {
    if (wishes.features?.has(kind)) ranks.set(kind, rankAmong(said.map((kinds) => kinds[index] ?? 0)));
  });
  return ranks;
}

function kindMatch(
  { wishes }: FeatureSources,
  ranks: ReadonlyMap<string, Rank>,
  values: FeatureValues,
): number {
  if (wishes.features === null) return UNKNOWN;
  let sum = 0;
  let known = 0;
  for (const [name, share] of wishes.features) {
    if (Number.isNaN(values[name])) continue;
    // The best tenth is what was asked for; half of a source is never "the funniest".
    const rank = ranks.get(name)?.(values[name]);
    sum += share * (rank === undefined ? values[name] : clamp((rank - 0.5) / 0.48) ** 2);
    known += share;
  }
  return known === 0 ? UNKNOWN : clamp(LEAST_KIND_MATCH + sum / known);
}

/** Features of stretches between the cut points of one source. */
export function createFeatureReader(sources: FeatureSources): (stretch: Stretch) => FeatureValues {
  const { timeline, rater, cuts, text, wishes } = sources;
  const readWords = createWordFeatureReader(text, wishes);
  const ranks = kindRanks(sources);
  const reactions = reactionsIn(sources, text.text.words);
  const { range, hasAudio, hasVideo } = timeline;
  const heard = (value: number): number => (hasAudio ? value : UNKNOWN);
  const seen = (value: number): number => (hasVideo ? value : UNKNOWN);
  const reaction = (sums: Float64Array | undefined, from: number, to: number): number =>
    sums === undefined ? UNKNOWN : clamp((TICK_S * sumBetween(sums, from, to)) / FULL_REACTION_S);
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
      support: sources.support?.(stretch) ?? UNKNOWN,
      rise: heard(signals.rise),
      openingEnergy: heard(signals.openingEnergy),
      openingPace: heard(signals.openingPace),
      promptSpeech: heard(signals.promptSpeech),
      openingMotion: seen(signals.openingMotion),
      information: text.hasWords ? signals.information : UNKNOWN,
      dynamics: heard(signals.dynamics),
      pace: heard(signals.pace),
      pitchDynamics: heard(clamp(deviation / FULL_PITCH_SEMITONES)),
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
    const topicMatch = saidOrShown(values.promptMatch, shownIn(sources.pictures, "topic", stretch));
    return {
      ...values,
      promptMatch: promptMatch(topicMatch, kindMatch(sources, ranks, values)),
      titleMatch: saidOrShown(values.titleMatch, shownIn(sources.pictures, "title", stretch)),
    };
  };
}
