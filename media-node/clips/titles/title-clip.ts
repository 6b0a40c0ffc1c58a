// A clip's texts for people: title, description, hashtags, hook and transcript from its words, or from the video's
// title where it has none. The title is the clip's best whole clause, near its point where that is known; nothing is
// cut to make it fit. Where no clause is whole and short enough, the title says where in the source the clip is from, behind
// the video's title, or what the clip speaks of, which is at least true.

import { seenLine } from "../../../shared/plain-line.ts";
import { clockTime } from "../../signal/clock-time.ts";
import type { SpokenWord } from "../../signal/spoken-word.ts";
import type { SpeechLanguage } from "../language/speech-language.ts";
import type { MomentKind } from "../sentences/moment-kinds.ts";
import { type SpokenText, splitSentences, textBetween } from "../sentences/sentences.ts";
import { quoteDescription } from "./clip-description.ts";
import { findHashtags, mostTelling } from "./clip-hashtags.ts";
import { findHook } from "./clip-hook.ts";
import { reasonBeside } from "./clip-reason.ts";
import { findTitle } from "./find-title.ts";
import { joinSentences, MAX_TITLE_LENGTH, shortenName } from "./readable-text.ts";
import type { TitleRatings } from "./title-ratings.ts";

export interface ClipWords {
  /** On the clip's own clock. */
  readonly words: readonly SpokenWord[];
  readonly videoTitle: string | null;
  /** Where the clip begins in the source, and where it ends. */
  readonly startS: number;
  readonly endS: number;
  /** Why it was chosen, in one sentence. */
  readonly reason: string;
  readonly index: number;
  /** What the clip is posted for, where the choice of moments tells it. */
  readonly kind?: MomentKind | null;
  /** A time on the clip's own clock within the sentence that is its point. */
  readonly pointS?: number | null;
  /** What a model says of these words for the title; null where none does. */
  readonly ratings: TitleRatings | null;
  /** Of what the clip is a part of, where that is known: a few words may not tell. */
  readonly language?: SpeechLanguage;
  /** Its title, where somebody has chosen one. */
  readonly title?: string | null;
}

export interface ClipTexts {
  readonly title: string;
  /** One or two sentences. */
  readonly description: string;
  /** Three to eight, each with its "#". */
  readonly hashtags: readonly string[];
  readonly hook: string;
  /** Why it was chosen; of what it quotes where the title or the hook says that, another line. */
  readonly reason: string;
  readonly transcript: string;
}

function placeTitle({ videoTitle, startS, index }: ClipWords, text: SpokenText): string {
  const place = ` (${clockTime(startS)})`;
  const name = videoTitle ?? mostTelling(text) ?? `Clip ${index + 1}`;
  return `${shortenName(name, MAX_TITLE_LENGTH - place.length)}${place}`;
}

/** "From A day with bees, 1:15 to 1:42." */
function placeSentence({ videoTitle, startS, endS }: ClipWords): string {
  const part = `${clockTime(startS)} to ${clockTime(endS)}`;
  return videoTitle === null
    ? `From ${part}.`
    : `From “${shortenName(videoTitle, MAX_TITLE_LENGTH)}”, ${part}.`;
}

/** All that is said; sentences that only their length parted are one. */
function transcriptOf(text: SpokenText): string {
  const ends = text.sentences.filter(
    ({ endsAs }, at) => endsAs !== "length" || at === text.sentences.length - 1,
  );
  return joinSentences(ends.map(({ endWord }, at) => textBetween(text, ends[at - 1]?.endWord ?? 0, endWord)));
}

/** What people read of a clip. */
export function describeClip(told: ClipWords): ClipTexts {
  // Its client has written the video's title, whatever that holds.
  const clip = { ...told, videoTitle: seenLine(told.videoTitle ?? "") };
  const { words, videoTitle, kind = null, pointS = null, ratings } = clip;
  const text = splitSentences(words, undefined, clip.language);
  const title = clip.title ?? findTitle(text, { kind, pointS, ratings }) ?? placeTitle(clip, text);
  const hook = findHook(text, title);
  const quoted = quoteDescription(text, { title, hook }, pointS);
  const reason = reasonBeside(text, clip.reason, { title, hook, description: quoted ?? "" }, ratings);
  return {
    title,
    description: quoted ?? `${placeSentence(clip)} ${reason}`.trim(),
    hashtags: findHashtags({ text, title, videoTitle, kind }),
    hook,
    reason,
    transcript: transcriptOf(text),
  };
}
