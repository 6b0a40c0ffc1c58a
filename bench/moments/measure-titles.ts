// The titles of clips whose clauses editors graded: with what the judge says of their words, and by rules alone.
import { type SpokenText, splitSentences } from "../../media-node/clips/sentences/sentences.ts";
import { findTitleClause } from "../../media-node/clips/titles/find-title.ts";
import type { TitleRatings } from "../../media-node/clips/titles/title-ratings.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";
import type { ClauseGrade, GradedClip } from "../../test/support/talks/graded-clauses.ts";
import type { MomentMark } from "../../test/support/talks/marked-moments.ts";

/** "ungraded" is a clause that no editor was shown; "none" where no clause is a title. */
export type TitleGrade = ClauseGrade | "ungraded" | "none";

export interface GradedTitles {
  readonly rated: TitleGrade;
  readonly byRules: TitleGrade;
}

type RateWords = (words: readonly SpokenWord[]) => Promise<TitleRatings | null>;

/** The mark that a clip was cut for. */
function markOf(words: readonly SpokenWord[], marks: readonly MomentMark[]): MomentMark | undefined {
  const middleS = ((words[0]?.startS ?? 0) + (words.at(-1)?.endS ?? 0)) / 2;
  return marks.find(({ startS, endS }) => startS <= middleS && middleS < endS);
}

function gradeOf(
  text: SpokenText,
  { clauses }: GradedClip,
  mark: MomentMark | undefined,
  ratings: TitleRatings | null,
): TitleGrade {
  const hints = { kind: mark?.kind ?? null, pointS: mark?.pointS ?? null, ratings };
  const tokens = findTitleClause(text, hints)?.tokens;
  if (tokens === undefined) return "none";
  const [from, to] = [tokens[0]?.word ?? 0, (tokens.at(-1)?.word ?? 0) + 1];
  return clauses.find((clause) => clause.from === from && clause.to === to)?.grade ?? "ungraded";
}

/**
 * What editors think of the titles of clips of a conversation, of which all words are told; the marks are those that the
 * clips were cut for.
 */
export async function measureTitles(
  all: readonly SpokenWord[],
  clips: readonly GradedClip[],
  marks: readonly MomentMark[],
  rateWords: RateWords,
): Promise<GradedTitles[]> {
  const graded: GradedTitles[] = [];
  for (const clip of clips) {
    const words = all.slice(clip.firstWord, clip.endWord);
    const mark = markOf(words, marks);
    const text = splitSentences(words);
    graded.push({
      rated: gradeOf(text, clip, mark, await rateWords(words)),
      byRules: gradeOf(text, clip, mark, null),
    });
  }
  return graded;
}
