// Wishes for subjects: whether the place of which the words are is found when they are asked for. Asked are the two words
// that are most particular to a mark on which editors agree, as somebody does who remembers what was said there.
import { wordsWithin } from "../../media-node/captions/cue-words.ts";
import { contentStems, keysIn } from "../../media-node/senses/meaning/text-similarity.ts";
import type { Cue } from "../../media-node/signal/cues.ts";
import type { Span } from "../../media-node/signal/span.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";
import type { MarkedConversation } from "../../test/support/talks/marked-moments.ts";
import { wordsOfCues } from "../../test/support/talks/words-of-cues.ts";
import type { MomentChooser } from "./choose-moments.ts";
import { meetsByUnion, shareMeeting } from "./moment-agreement.ts";

/** Of the first editor's marks, the first ones that another editor has too. */
const MAX_ASKED = 4;
const WORDS_ASKED = 2;
/** Words of a subject are said more than once, and are no short ones. */
const MIN_TIMES_SAID = 2;
const MIN_WORD_LENGTH = 4;
const FIRST_CLIPS = 3;

export interface MeasuredSubject {
  /** Whether the mark is met by the first clip, and by one of the first three. */
  readonly isFirst: boolean;
  readonly isInThree: boolean;
  /** By one of the first three of what is chosen without a wish. */
  readonly isInThreeUnasked: boolean;
  /** Share of the first three that meet any mark, 0 to 1. */
  readonly anyMark: number;
  /** How well the first three meet the subject, 0 to 1, on average. */
  readonly relevance: number;
}

function countStems(words: readonly SpokenWord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of contentStems(words.flatMap(({ text }) => keysIn(text)))) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** The words of a stretch that are most particular to it, by how often they are said in it and elsewhere (TF-IDF). */
function particularWords(all: readonly SpokenWord[], stretch: Span): string[] {
  const everywhere = countStems(all);
  const total = [...everywhere.values()].reduce((sum, count) => sum + count, 0);
  const words = new Map<string, string>();
  for (const key of wordsWithin(all, stretch).flatMap(({ text }) => keysIn(text))) {
    const [stem] = contentStems([key]);
    if (stem !== undefined && key.length >= MIN_WORD_LENGTH && !words.has(stem)) words.set(stem, key);
  }
  return [...countStems(wordsWithin(all, stretch))]
    .filter(([stem, count]) => count >= MIN_TIMES_SAID && words.has(stem))
    .map(([stem, count]) => ({ stem, weight: count * Math.log(total / (everywhere.get(stem) ?? 1)) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ stem }) => words.get(stem) ?? stem);
}

/** Asks for what marks are about. */
export async function measureSubjects(
  { choose }: Pick<MomentChooser, "choose">,
  { markings }: MarkedConversation,
  cues: readonly Cue[],
): Promise<MeasuredSubject[]> {
  const [first, ...others] = markings.map(({ marks }) => marks);
  const agreed = (first ?? []).filter((mark) => others.flat().some((other) => meetsByUnion(mark, other)));
  const words = wordsOfCues(cues);
  const unasked = (await choose(cues)).slice(0, FIRST_CLIPS);
  const measured: MeasuredSubject[] = [];
  for (const mark of agreed.slice(0, MAX_ASKED)) {
    const asked = particularWords(words, mark).slice(0, WORDS_ASKED);
    if (asked.length < WORDS_ASKED) continue;
    const chosen = (await choose(cues, { prompt: asked.join(" and ") })).slice(0, FIRST_CLIPS);
    const meets = (clips: readonly Span[]): boolean => clips.some((clip) => meetsByUnion(clip, mark));
    measured.push({
      isFirst: meets(chosen.slice(0, 1)),
      isInThree: meets(chosen),
      isInThreeUnasked: meets(unasked),
      anyMark: shareMeeting(
        chosen,
        FIRST_CLIPS,
        markings.flatMap(({ marks }) => marks),
        meetsByUnion,
      ),
      relevance: chosen.reduce((sum, clip) => sum + (clip.topicRelevance ?? 0), 0) / FIRST_CLIPS,
    });
  }
  return measured;
}
