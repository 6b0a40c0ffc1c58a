// How clean the edges of a stretch of sentences are, by rules that editors name, whatever a place is worth.
import type { CutFacts, MomentText } from "./moment-text.ts";

/** First words with which a listener waits in vain for what was before them. */
const DANGLING = new Set(
  "and but so because or which then it it's that that's he he's she she's they they're this these those yeah yes no right exactly".split(
    " ",
  ),
);
/** What a clip keeps that begins so, and that ends trailing off, interrupted or with a question. */
const DANGLING_SHARE = 0.5;
const UNFINISHED_SHARE = 0.5;

/** Whether the word joins what follows to something before it. */
export function isDangling({ text }: MomentText, word: number): boolean {
  return DANGLING.has(text.keys[word] ?? "");
}

/** What a clip between two cuts keeps of its worth for its edges, 0 to 1. */
export function edgeQuality(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  const last = moment.text.sentences[closes.nextSentence - 1];
  const isUnfinished =
    last !== undefined && (last.isQuestion || (last.endsAs !== "mark" && last.endsAs !== "pause"));
  return (isDangling(moment, opens.nextWord) ? DANGLING_SHARE : 1) * (isUnfinished ? UNFINISHED_SHARE : 1);
}
