// One conversation measured: what is chosen from its subtitles, beside what its editors marked and what choosing without
// reading would take.

import { wordsWithin } from "../../media-node/captions/cue-words.ts";
import type { MomentKind } from "../../media-node/clips/sentences/moment-kinds.ts";
import type { Cue } from "../../media-node/signal/cues.ts";
import type { Span } from "../../media-node/signal/span.ts";
import type { SpokenWord } from "../../media-node/signal/spoken-word.ts";
import type { GradedClip } from "../../test/support/talks/graded-clauses.ts";
import type { MarkedConversation } from "../../test/support/talks/marked-moments.ts";
import { wordsOfCues } from "../../test/support/talks/words-of-cues.ts";
import { type ChosenClip, CLIP_COUNT, type MomentChooser } from "./choose-moments.ts";
import { type EdgeFaults, edgeFaults, type TitleFaults, titleFaults } from "./clip-edges.ts";
import { type GradedTitles, measureTitles } from "./measure-titles.ts";
import { agreementOf, type Meets, meetsByHalf, meetsByUnion, shareInPairs } from "./moment-agreement.ts";
import { aroundLongestSentences, evenlySpaced } from "./plain-choices.ts";

/** Shares, 0 to 1, of the first so many that meet a mark in a pair of the markings. */
export interface MeetingShares {
  readonly chosen: number;
  readonly even: number;
  readonly longest: number;
  /** One marking's against the others. */
  readonly markings: number;
}

export interface MeasuredConversation {
  readonly conversation: string;
  readonly clips: readonly ChosenClip[];
  readonly chooseMs: number;
  readonly lengthS: number;
  readonly firstThree: MeetingShares;
  readonly all: MeetingShares;
  readonly firstThreeByHalf: MeetingShares;
  readonly allByHalf: MeetingShares;
  /** Of all ten of a marking. */
  readonly tenOfMarkings: number;
  readonly tenOfMarkingsByHalf: number;
  readonly clipEdges: readonly EdgeFaults[];
  readonly markEdges: readonly EdgeFaults[];
  readonly titles: readonly TitleFaults[];
  /** Of the clips that the first editor marked. */
  readonly gradedTitles: readonly GradedTitles[];
  /** How many clips lie at least by half where an editor would never cut one. */
  readonly skippedClips: number;
  /** Different kinds among the clips, and, on average, among as many of a marking's; clips without a kind count none. */
  readonly kinds: number;
  readonly kindsOfMarkings: number;
}

const FIRST_CLIPS = 3;
const MARKS = 10;

function edgesOf(words: readonly SpokenWord[], stretch: Span): EdgeFaults {
  const before = words.findLast((word) => (word.startS + word.endS) / 2 < stretch.startS);
  return edgeFaults(wordsWithin(words, stretch), before);
}

function countKinds(kinds: readonly (MomentKind | null | undefined)[]): number {
  return new Set(kinds.filter((kind) => kind !== null && kind !== undefined)).size;
}

interface Choices {
  readonly chosen: readonly Span[];
  readonly even: readonly Span[];
  readonly longest: readonly Span[];
  readonly markings: readonly (readonly Span[])[];
}

function meetingShares(
  { chosen, even, longest, markings }: Choices,
  asked: number,
  meets: Meets,
): MeetingShares {
  return {
    chosen: shareInPairs(chosen, asked, markings, meets),
    // The first of those that have no order are any of them.
    even: shareInPairs(even, CLIP_COUNT, markings, meets),
    longest: shareInPairs(longest, asked, markings, meets),
    markings: agreementOf(markings, asked, meets),
  };
}

/** Chooses from a conversation's cues and measures what was chosen; `graded` may be of others too. */
export async function measureConversation(
  { choose, title, rateWords }: MomentChooser,
  marked: MarkedConversation,
  cues: readonly Cue[],
  graded: readonly GradedClip[],
): Promise<MeasuredConversation> {
  const startedAt = performance.now();
  const moments = await choose(cues);
  const chooseMs = performance.now() - startedAt;
  const clips = await title(moments, cues);
  const words = wordsOfCues(cues);
  const lengthS = cues.at(-1)?.endS ?? 0;
  const markings = marked.markings.map(({ marks }) => marks);
  const own = graded.filter(({ conversation }) => conversation === marked.conversation);
  const skipped = marked.markings.flatMap(({ skip }) => skip.map(([startS, endS]) => ({ startS, endS })));
  const choices = {
    chosen: moments,
    even: evenlySpaced({ startS: 0, endS: lengthS }, CLIP_COUNT),
    longest: aroundLongestSentences(words, CLIP_COUNT),
    markings,
  };
  const kindsOfMarkings = markings.map((marks) =>
    countKinds(marks.slice(0, CLIP_COUNT).map(({ kind }) => kind)),
  );
  return {
    conversation: marked.conversation,
    clips,
    chooseMs,
    lengthS,
    firstThree: meetingShares(choices, FIRST_CLIPS, meetsByUnion),
    all: meetingShares(choices, CLIP_COUNT, meetsByUnion),
    firstThreeByHalf: meetingShares(choices, FIRST_CLIPS, meetsByHalf),
    allByHalf: meetingShares(choices, CLIP_COUNT, meetsByHalf),
    tenOfMarkings: agreementOf(markings, MARKS, meetsByUnion),
    tenOfMarkingsByHalf: agreementOf(markings, MARKS, meetsByHalf),
    clipEdges: moments.map((moment) => edgesOf(words, moment)),
    markEdges: markings.flat().map((mark) => edgesOf(words, mark)),
    titles: clips.map((clip) => titleFaults(clip.title)),
    gradedTitles: await measureTitles(words, own, markings[0] ?? [], rateWords),
    skippedClips: moments.filter((moment) => skipped.some((skip) => meetsByHalf(moment, skip))).length,
    kinds: countKinds(clips.map(({ moment }) => moment.kind)),
    kindsOfMarkings: kindsOfMarkings.reduce((sum, kinds) => sum + kinds, 0) / kindsOfMarkings.length,
  };
}
