// Computes the feature vector of a candidate clip (see virality-feature-list for their meaning): the one place where
// words, audio and video become numbers for the virality model. Pure; everything that does not depend on the candidate
// is summed up once, so that some thousand candidates of an hour take tens of milliseconds.

import type { AudioEvents } from "../../senses/audio-events/audio-events.ts";
import { type FacePresence, facesIn } from "../../senses/faces/face-presence.ts";
import { type FrameScores, saidOrShown, shownIn } from "../../senses/image-text/frame-scores.ts";
import { clamp } from "../../signal/clamp.ts";
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
import type { Wishes } from "../wishes/wish-relevance.ts";
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

/** Features of stretches between the cut points of one source; `promptMatch` is that of the topic, whatever kinds are asked for. */
export function createFeatureReader(sources: FeatureSources): (stretch: Stretch) => FeatureValues {
  const { timeline, rater, cuts, text, wishes } = sources;
  const readWords = createWordFeatureReader(text, wishes);
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
    return {
      ...values,
      promptMatch: saidOrShown(values.promptMatch, shownIn(sources.frameScores, "topic", stretch)),
      titleMatch: saidOrShown(values.titleMatch, shownIn(sources.frameScores, "title", stretch)),
    };
  };
}
