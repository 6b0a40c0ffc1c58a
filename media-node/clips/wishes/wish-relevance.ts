// How relevant a stretch is to what the client asked for: its topic, from the relevance of each sentence, and the kind of
// moment, from features. The topic is prepared once; a stretch is then judged from its sentences.

import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import type { VisualWishes } from "../../senses/image-text/score-frames.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { contentStems, keysIn, stemOf, type TextSimilarity } from "../../senses/meaning/text-similarity.ts";
import { clamp } from "../../signal/clamp.ts";
import { stemsOfLanguage } from "../language/language-stems.ts";
import { withoutRequests } from "../language/prompt-words.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import { MOMENT_KINDS } from "../sentences/moment-kinds.ts";
import type { MomentText } from "../sentences/moment-text.ts";
import { type SpokenText, textBetween } from "../sentences/sentences.ts";
import {
  type FeatureName,
  type FeatureValues,
  VIRALITY_FEATURES,
} from "../virality/virality-feature-list.ts";
import { type PromptPart, readPrompt } from "./prompt-intents.ts";
import { alternativesIn, asSaidIn } from "./said-subject.ts";

/** Where a wish is written: in the prompt, as its topic, or in the video's title. */
export type Wish = "topic" | "title";

export interface Wishes {
  /** Relevance of each sentence to the prompt's topic, and to the video's title; null where that says nothing. */
  readonly topic: Float32Array | null;
  readonly title: Float32Array | null;
  /** Stems of what prompt and title name: a quotation shows the relevance where it has one of them. */
  readonly named: Readonly<Record<Wish, ReadonlySet<string>>>;
  /**
   * Of each subject of several stems that the topic names the one that is said least in the source, since the others are
   * said of much else, with the stems of the other subjects; empty where none has several.
   */
  readonly telling: ReadonlySet<string>;
  /** Kinds of moments that the prompt asks for. */
  readonly features: ReadonlyMap<FeatureName, number> | null;
  /** What the prompt wants left out. */
  readonly avoided: AvoidedWishes;
}

export interface AvoidedWishes {
  /** Relevance of each sentence to the subjects among it; null where nothing is said of them. */
  readonly topic: Float32Array | null;
  /** The kinds of moments among it; null where none is. */
  readonly features: ReadonlyMap<FeatureName, number> | null;
}

/** A subject goes on in the sentences beside the one that names it. */
export const NEIGHBOUR_SHARE = 0.5;

/** Gives each sentence a share of its neighbours' relevance, as far as no new subject begins between them. */
function spread(own: Float32Array, breaks: Float32Array): Float32Array {
  return own.map((value, index) => {
    const before = (own[index - 1] ?? 0) * (1 - (breaks[index] ?? 1));
    const after = (own[index + 1] ?? 0) * (1 - (breaks[index + 1] ?? 1));
    return Math.max(value, NEIGHBOUR_SHARE * Math.max(before, after));
  });
}

/** The different stems of a text's content words, in a language. */
export function stemsIn(text: string, language: SpeechLanguage = "en"): Set<string> {
  return new Set(contentStems(keysIn(text), stemsOfLanguage(language)));
}

/** What the prompt names beyond the title: of a video about bees, "how bees dance" asks for dancing. */
function withoutTitle(topic: string, title: string): string {
  const known = stemsIn(title);
  const words = topic.split(/\s+/).flatMap(unspacedWords);
  const others = words.filter((word) => !known.has(stemOf(wordKey(word))));
  const left = joinWords(others.map((text) => ({ text })));
  return stemsIn(left).size === 0 ? topic : left;
}

/** What a prompt names beyond kinds of moments and the title; may be empty. */
export function topicOf(prompt: string | null, title: string | null): string {
  const asked = prompt ?? "";
  return tidied(withoutTitle(withoutRequests(readPrompt(asked).topic, asked), title ?? ""));
}

/** The subjects that a prompt wants left out, each by itself; kinds of moments are none. */
export function avoidedTopicsOf(prompt: string | null): string[] {
  const asked = prompt ?? "";
  const topics = readPrompt(asked).avoided.map(({ topic }) => tidied(withoutRequests(topic, asked)).trim());
  return topics.filter((topic) => stemsIn(topic).size > 0);
}

/**
 * Without the marks and the joining words that stood beside what was taken out. What was taken out has left blanks: no
 * pattern may look at a run of them in several ways, of which there are twice as many with each.
 */
function tidied(topic: string): string {
  return topic
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s(?=[,;:.!?])/g, "")
    .replaceAll(
      /^(?:[\s,;:!?&()-]|\.(?=\s)|(?:and|or|but|for|on|with|of|to)(?=\s|$))+|(?:[\s,;:.!&(-]|\s(?:and|or|but|for|on|with|of|to))+$/gi,
      "",
    );
}

/** The stem that is said least; undefined where there is none. */
function rarestOf(stems: ReadonlySet<string>, { keys, language }: SpokenText): string | undefined {
  const counts = new Map([...stems].map((stem) => [stem, 0]));
  for (const stem of contentStems(keysIn(keys.join(" ")), stemsOfLanguage(language))) {
    const count = counts.get(stem);
    if (count !== undefined) counts.set(stem, count + 1);
  }
  return [...counts].sort(([, a], [, b]) => a - b)[0]?.[0];
}

function tellingOf(subjects: readonly string[], text: SpokenText): ReadonlySet<string> {
  const stems = subjects.map((subject) => stemsIn(subject, text.language));
  if (!stems.some(({ size }) => size > 1)) return new Set();
  return new Set(stems.map((each) => rarestOf(each, text)).filter((stem) => stem !== undefined));
}

/** The most that any of them says of each sentence; null where none says anything. */
function mostOf(all: readonly (Float32Array | null)[]): Float32Array | null {
  return all.reduce((most, each) => {
    if (most === null || each === null) return most ?? each;
    return most.map((value, at) => Math.max(value, each[at] ?? 0));
  }, null);
}

/** What of a list's relevance all of its subjects together decide: what speaks of several comes before what names one. */
const ALL_SHARE = 0.4;

function withAll(any: Float32Array | null, all: Float32Array | null): Float32Array | null {
  if (any === null || all === null) return any;
  return any.map((value, at) => (1 - ALL_SHARE) * value + ALL_SHARE * (all[at] ?? 0));
}

/** All kinds of several parts of a prompt. */
function kindsOf(parts: readonly PromptPart[]): ReadonlyMap<FeatureName, number> | null {
  const kinds = parts.flatMap(({ features }) => [...(features ?? [])]);
  return kinds.length === 0 ? null : new Map(kinds);
}

/** Reads prompt and title against what is said. */
export async function readWishes(
  similarity: TextSimilarity,
  moment: MomentText,
  { prompt, title }: { readonly prompt: string | null; readonly title: string | null },
): Promise<Wishes> {
  const { text, breaks } = moment;
  const sentences = text.sentences.map(({ firstWord, endWord }) => textBetween(text, firstWord, endWord));
  const { features, avoided } = readPrompt(prompt ?? "");
  const relevance = async (query: string): Promise<Float32Array | null> => {
    if (query.trim() === "" || sentences.length === 0) return null;
    const own = await similarity.relevance(query, sentences, stemsOfLanguage(text.language));
    return own === null ? null : spread(own, breaks);
  };
  const relevanceOfAny = async (subjects: readonly string[]): Promise<Float32Array | null> =>
    mostOf(await Promise.all(subjects.map(relevance)));
  const asSaid = asSaidIn(text.keys, text.language);
  const topic = asSaid(topicOf(prompt, title));
  const subjects = alternativesIn(topic).filter((subject) => stemsIn(subject, text.language).size > 0);
  return {
    topic: withAll(await relevanceOfAny(subjects), subjects.length > 1 ? await relevance(topic) : null),
    title: await relevance(title ?? ""),
    named: { topic: stemsIn(topic, text.language), title: stemsIn(title ?? "", text.language) },
    telling: tellingOf(subjects, text),
    features,
    avoided: {
      topic: await relevanceOfAny(avoided.map((each) => asSaid(each.topic))),
      features: kindsOf(avoided),
    },
  };
}

/**
 * Relevance of the sentences from `from` up to but not including `to`, 0 to 1: half its best one, half its
 * mean, which counts full from a half on. NaN where the wish tells nothing (null).
 */
export function relevanceOf(relevance: Float32Array | null, from: number, to: number): number {
  if (relevance === null) return Number.NaN;
  let best = 0;
  let sum = 0;
  for (let index = from; index < to; index += 1) {
    best = Math.max(best, relevance[index] ?? 0);
    sum += relevance[index] ?? 0;
  }
  return to > from ? 0.5 * best + 0.5 * Math.min(1, (2 * sum) / (to - from)) : 0;
}

/** The kinds asked for, as far as the source tells them. */
export interface KindsAsked {
  /** How much a stretch has of them, 0 to 1. */
  readonly shareOf: (values: FeatureValues) => number;
  /** Whether they are told by what a judge makes of the words, by half or more. */
  readonly areJudged: boolean;
}

type SharedFeature = readonly [name: FeatureName, share: number];

const JUDGED_KINDS: ReadonlySet<string> = new Set(MOMENT_KINDS);
const COUNTED: ReadonlySet<string> = new Set(
  VIRALITY_FEATURES.filter(({ needs }) => needs === "words").map(({ name }) => name),
);

/** What words must bear out, whatever a judge makes of them: a figure is seldom told without a number. */
const BORNE_OUT_BY: Readonly<Partial<Record<FeatureName, FeatureName>>> = { number: "numbers" };
/** What is left of a kind that nothing bears out. */
const UNPROVEN_SHARE = 0.2;

function shareKnown(values: FeatureValues, name: FeatureName): number {
  const evidence = BORNE_OUT_BY[name];
  const isUnproven = evidence !== undefined && values[evidence] === 0;
  return (values[name] || 0) * (isUnproven ? UNPROVEN_SHARE : 1);
}

function sumShares(features: readonly SharedFeature[]): number {
  return features.reduce((sum, [, share]) => sum + share, 0);
}

/**
 * What tells the kinds asked for among stretches; null where none was asked for, or nothing is known of them. A feature
 * that is known of some of the stretches only, as answers are where something is asked, is not there in the others. Words
 * that a judge has read are not counted beside its word: "I" is said everywhere, and confessions are rare.
 */
export function readKindsAsked(
  { features }: Pick<Wishes, "features">,
  stretches: readonly FeatureValues[],
): KindsAsked | null {
  const known = [...(features ?? [])].filter(([name]) =>
    stretches.some((values) => !Number.isNaN(values[name])),
  );
  if (known.length === 0) return null;
  const areJudged = sumShares(known.filter(([name]) => JUDGED_KINDS.has(name))) >= 0.5 * sumShares(known);
  const telling = areJudged ? known.filter(([name]) => !COUNTED.has(name)) : known;
  const total = sumShares(telling);
  return {
    shareOf: (values) =>
      clamp(telling.reduce((sum, [name, share]) => sum + share * shareKnown(values, name), 0) / total),
    areJudged,
  };
}

/**
 * What is left of a kind whose subject is named, and of which nobody speaks: it may be said in words that nothing knows. The
 * first of eight such clips has 57 to 74 points with it, and had 87 to 89, where without a wish it has 82 to 85.
 */
const UNSAID_SUBJECT_SHARE = 0.3;

/**
 * How well a stretch meets topic and kinds together, 0 to 1; NaN where the prompt asks for nothing that can be told. What is
 * of the kind but not about the topic is not what was asked for.
 * @param topicRelevance NaN where nothing is known of it
 * @param namesTopic whether the prompt names one that could be spoken of in the source
 */
export function promptMatch(topicRelevance: number, kindsMet: number, namesTopic: boolean): number {
  if (Number.isNaN(kindsMet)) return topicRelevance;
  if (Number.isNaN(topicRelevance)) return kindsMet * (namesTopic ? UNSAID_SUBJECT_SHARE : 1);
  return topicRelevance * (0.6 + 0.4 * kindsMet);
}

/**
 * Reads what frames could show; null where that is nothing. Kinds of moments ("the funniest") are no matter for
 * them; what is left of a prompt without them is.
 */
export function readVisualWishes(prompt: string | null, title: string | null): VisualWishes | null {
  const named = (text: string): string | null =>
    contentStems(keysIn(text)).length === 0 ? null : text.trim().replaceAll(/\s+/g, " ");
  const wishes = { topic: named(topicOf(prompt, title)), title: named(title ?? "") };
  return wishes.topic === null && wishes.title === null ? null : wishes;
}
