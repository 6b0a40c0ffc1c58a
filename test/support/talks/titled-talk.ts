// What is said, as a clip of its own with its texts.
import type { MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import { TITLE_COLUMNS, TITLE_NUMBERS } from "../../../media-node/clips/sentences/sentence-judgements.ts";
import { type SpokenText, splitSentences } from "../../../media-node/clips/sentences/sentences.ts";
import { type ClipTexts, describeClip } from "../../../media-node/clips/titles/title-clip.ts";
import type { TitleRatings } from "../../../media-node/clips/titles/title-ratings.ts";
import { titleRows } from "../../../media-node/clips/titles/title-rows.ts";
import { makeTalk } from "./synthetic-talk.ts";

/** How likely the title is to begin with a word, end with it, have it inside, and be of the sentence that begins with it. */
interface RatedWord {
  readonly opens?: number;
  readonly closes?: number;
  readonly inside?: number;
  readonly sentence?: number;
}

export interface Told {
  readonly isPunctuated?: boolean;
  readonly videoTitle?: string | null;
  readonly kind?: MomentKind;
  /** A word of the sentence that is the clip's point. */
  readonly point?: string;
  /** What a model says of the words, each as it is written. */
  readonly rated?: Readonly<Record<string, RatedWord>>;
  /** How sure a recognizer is of words; of others entirely. */
  readonly scores?: Readonly<Record<string, number>>;
}

export function ratingsOf(text: SpokenText, rated: NonNullable<Told["rated"]>): TitleRatings {
  const rows = titleRows(text);
  const values = new Float32Array(rows.text.sentences.length * TITLE_NUMBERS);
  rows.places.forEach(({ row, from, to }, word) => {
    const { opens = 0, closes = 0, inside = 0, sentence } = rated[text.words[word]?.text ?? ""] ?? {};
    const rate = (token: number, column: number, value: number): void => {
      values[row * TITLE_NUMBERS + token * TITLE_COLUMNS + column] = value;
    };
    if (sentence !== undefined) rate(0, 0, sentence);
    rate(1 + from, 1, opens);
    rate(to, 2, closes);
    for (let token = from; token < to; token += 1) rate(1 + token, 3, inside);
  });
  return { places: rows.places, values };
}

/** The third clip of its job, 75 s into its source. */
export function describeTalk(
  text: string,
  { isPunctuated = true, videoTitle = null, kind, point, rated, scores = {} }: Told = {},
): ClipTexts {
  const talk = makeTalk(text === "" ? [] : [{ name: "part", kind: "body", text }], { isPunctuated });
  const words = talk.words.map((word) => ({ ...word, score: scores[word.text] ?? 1 }));
  const pointS = words.find((word) => word.text.startsWith(point ?? "\0"))?.startS ?? null;
  return describeClip({
    words,
    videoTitle,
    startS: 75,
    endS: 102,
    reason: "Much happens.",
    index: 2,
    kind: kind ?? null,
    pointS,
    ratings: rated === undefined ? null : ratingsOf(splitSentences(words), rated),
  });
}

export function titleOf(text: string, told?: Told): string {
  return describeTalk(text, told).title;
}
