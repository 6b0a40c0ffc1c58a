// What the reader changes about a clip, and the request that renders it so.
import type { Static } from "typebox";
import type { ClipDetails as ClipDetailsSchema } from "../../../../../shared/schemas/clip-details.ts";

export type ClipDetails = Static<typeof ClipDetailsSchema>;
export type ClipWord = ClipDetails["words"][number];
export type EditingStyle = ClipDetails["editingStyle"];

export interface Draft {
  /** Index of the first and the last word, as the API counts them; null where the clip has no words. */
  readonly firstWord: number | null;
  readonly lastWord: number | null;
  /** Seconds on the source's clock. */
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** Of words that read otherwise than the API says, by their index. */
  readonly texts: ReadonlyMap<number, string>;
  readonly editingStyle: EditingStyle;
  /** Null for the style of captions that it has. */
  readonly preset: string | null;
  readonly withSubtitle: boolean;
}

/** The draft that changes nothing: `changesOf` it is empty. */
export function draftOf(clip: ClipDetails): Draft {
  return {
    firstWord: clip.words[0]?.index ?? null,
    lastWord: clip.words.at(-1)?.index ?? null,
    start: clip.start,
    end: clip.end,
    title: clip.title,
    texts: new Map(),
    editingStyle: clip.editingStyle,
    preset: null,
    withSubtitle: clip.subtitle.with_subtitle,
  };
}

/** Every word that is known around the clip, in order. */
export function allWords({ wordsBefore, words, wordsAfter }: ClipDetails): ClipWord[] {
  return [...wordsBefore, ...words, ...wordsAfter];
}

/** Room that is kept around a word, where the pause beside it has as much. */
const WORD_PAD_S = 0.12;

/** Begins the clip with a word: a little before it, and not before the word before it has ended. */
export function beginAt(draft: Draft, clip: ClipDetails, index: number): Draft {
  const words = allWords(clip);
  const at = words.findIndex((word) => word.index === index);
  const word = words[at];
  if (word === undefined || (draft.lastWord !== null && index > draft.lastWord)) return draft;
  const isAsBefore = index === clip.words[0]?.index;
  const from = Math.max(words[at - 1]?.end ?? 0, word.start - WORD_PAD_S, 0);
  return { ...draft, firstWord: index, start: isAsBefore ? clip.start : Math.min(from, word.start) };
}

/** Ends the clip with a word. */
export function endAt(draft: Draft, clip: ClipDetails, index: number): Draft {
  const words = allWords(clip);
  const at = words.findIndex((word) => word.index === index);
  const word = words[at];
  if (word === undefined || (draft.firstWord !== null && index < draft.firstWord)) return draft;
  const isAsBefore = index === clip.words.at(-1)?.index;
  const to = Math.min(
    words[at + 1]?.start ?? Number.POSITIVE_INFINITY,
    word.end + WORD_PAD_S,
    clip.source?.duration ?? Number.POSITIVE_INFINITY,
  );
  return { ...draft, lastWord: index, end: isAsBefore ? clip.end : Math.max(to, word.end) };
}

/** Sets the times by numbers. The handles go to the words of which half or more lies within, and stay where none does. */
export function setTimes(
  draft: Draft,
  clip: ClipDetails,
  { start, end }: Pick<Draft, "start" | "end">,
): Draft {
  const within = allWords(clip).filter((word) => {
    const middle = (word.start + word.end) / 2;
    return middle >= start && middle <= end;
  });
  return {
    ...draft,
    start,
    end,
    firstWord: within[0]?.index ?? draft.firstWord,
    lastWord: within.at(-1)?.index ?? draft.lastWord,
  };
}

/** Lets a word read otherwise; empty takes it out of the captions. */
export function rewrite(draft: Draft, word: ClipWord, text: string): Draft {
  const texts = new Map(draft.texts);
  if (text === word.word) texts.delete(word.index);
  else texts.set(word.index, text);
  return { ...draft, texts };
}

/** How a word reads in the draft; empty where it is taken out of the captions. */
export function textOf(draft: Draft, word: ClipWord): string {
  return draft.texts.get(word.index) ?? word.word;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

/** Only what is to be otherwise; empty where nothing is. */
export function changesOf(draft: Draft, clip: ClipDetails): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if (draft.start !== clip.start) body.start = rounded(draft.start);
  if (draft.end !== clip.end) body.end = rounded(draft.end);
  if (draft.title.trim() !== clip.title) body.title = draft.title.trim();
  if (draft.texts.size > 0)
    body.words = [...draft.texts].map(([index, word]) => ({ index, word: word.trim() }));
  if (draft.editingStyle !== clip.editingStyle) body.editing_style = draft.editingStyle;
  const subtitle: Record<string, unknown> = {};
  if (draft.preset !== null) subtitle.preset = draft.preset;
  if (draft.withSubtitle !== clip.subtitle.with_subtitle) subtitle.with_subtitle = draft.withSubtitle;
  if (Object.keys(subtitle).length > 0) body.subtitle = subtitle;
  return body;
}
