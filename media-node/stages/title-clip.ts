// A clip's texts for people: title, hook and transcript from its words, or from the video's title where it has none.
import type { CaptionWord } from "./lay-out-captions.ts";

export interface ClipWords {
  readonly words: readonly CaptionWord[];
  readonly videoTitle: string | null;
  readonly startS: number;
  readonly index: number;
}

export interface ClipTexts {
  readonly title: string;
  readonly hook: string;
  readonly transcript: string;
}

const MAX_TITLE_LENGTH = 70;

/** `m:ss` or `h:mm:ss`. */
function clock(timeS: number): string {
  const text = new Date(Math.floor(timeS) * 1_000).toISOString().slice(11, 19);
  return text.replace(/^00:0?/, "").replace(/^0(\d:\d\d:)/, "$1");
}

/** The first sentence, or as many whole words of it as fit. */
function shorten(text: string): string {
  const sentence = /^.*?[.!?…](?=\s|$)/.exec(text)?.[0] ?? text;
  if (sentence.length <= MAX_TITLE_LENGTH) return sentence.replace(/[.…]$/, "");
  const cut = sentence.slice(0, MAX_TITLE_LENGTH - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 20)).replace(/[\s,;:–-]+$/, "")}…`;
}

/** Titles a clip. Without words, the title says where in the source it is from, which is at least true. */
export function describeClip({ words, videoTitle, startS, index }: ClipWords): ClipTexts {
  const transcript = words.map((word) => word.text).join(" ");
  const sentence = /^.*?[.!?…](?=\s|$)/.exec(transcript)?.[0] ?? transcript;
  if (transcript !== "") return { title: shorten(transcript), hook: sentence, transcript };
  return { title: `${videoTitle ?? `Clip ${index + 1}`} (${clock(startS)})`, hook: "", transcript };
}
