// A clip's texts for people: title, hook and transcript from its words, or from the video's title where it has none.
// The title is the clip's strongest sentence, not always its first: the first may only lead up to it.
import { LONGEST_TITLE, readableSentence, titleOf } from "../signal/readable-text.ts";
import { sentenceStrength } from "../signal/sentence-strength.ts";
import {
  type Sentence,
  type SpokenText,
  type SpokenWord,
  splitSentences,
  textBetween,
} from "../signal/sentences.ts";

export interface ClipWords {
  readonly words: readonly SpokenWord[];
  readonly videoTitle: string | null;
  readonly startS: number;
  readonly index: number;
}

export interface ClipTexts {
  readonly title: string;
  readonly hook: string;
  readonly transcript: string;
}

/** A title is shortened, so that its sentence may be longer than one that is quoted. */
const LONGEST_WORDS = 20;
/** Between two sentences alike, the one that viewers hear first; a question above all, for the clip answers it. */
const OPENING_BONUS = 1.25;
const OPENING_QUESTION_BONUS = 2.2;
/** A sentence that has to be shortened loses some of its point. */
const SHORTENED = 0.75;

/** `m:ss` or `h:mm:ss`. */
function clock(timeS: number): string {
  const text = new Date(Math.floor(timeS) * 1_000).toISOString().slice(11, 19);
  return text.replace(/^00:0?/, "").replace(/^0(\d:\d\d:)/, "$1");
}

function strongestSentence(text: SpokenText): number {
  let strongest = 0;
  let most = 0;
  const bonus = text.sentences[0]?.isQuestion === true ? OPENING_QUESTION_BONUS : OPENING_BONUS;
  for (const index of text.sentences.keys()) {
    const strength = sentenceStrength(text, index, { longestWords: LONGEST_WORDS });
    const fits = !titleOf(readableSentence(text, text.sentences[index] as Sentence)).endsWith("…");
    const counted = strength * (index === 0 ? bonus : 1) * (fits ? 1 : SHORTENED);
    if (counted > most) [strongest, most] = [index, counted];
  }
  return strongest;
}

function placeTitle({ videoTitle, startS, index }: ClipWords): string {
  const place = ` (${clock(startS)})`;
  const name = videoTitle ?? `Clip ${index + 1}`;
  return `${name.length + place.length <= LONGEST_TITLE ? name : titleOf(name)}${place}`;
}

/** Titles a clip. Without words, the title says where in the source it is from, which is at least true. */
export function describeClip(clip: ClipWords): ClipTexts {
  const text = splitSentences(clip.words);
  const [opening] = text.sentences;
  if (opening === undefined) return { title: placeTitle(clip), hook: "", transcript: "" };
  const strongest = text.sentences[strongestSentence(text)] ?? opening;
  return {
    title: titleOf(readableSentence(text, strongest)),
    hook: readableSentence(text, opening),
    transcript: textBetween(text, 0, clip.words.length),
  };
}
