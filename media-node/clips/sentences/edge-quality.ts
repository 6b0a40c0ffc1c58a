// How clean the edges of a stretch of sentences are, by rules that editors name, whatever a place is worth.
import { BOUNDARY, type CutFacts, type MomentText } from "./moment-text.ts";

/** First words with which a listener waits in vain for what was before them. */
const DANGLING = new Set(
  "and but so because or which then it it's that that's he he's she she's they they're this these those yeah yes no right exactly".split(
    " ",
  ),
);
/** What a clip keeps that begins so or inside a sentence, and that ends there, trailing off, interrupted or asking. */
const DANGLING_SHARE = 0.5;
const UNFINISHED_SHARE = 0.5;

/** Whether the word joins what follows to something before it. */
export function isDangling({ text }: MomentText, word: number): boolean {
  return DANGLING.has(text.keys[word] ?? "");
}

function isUnfinished({ text }: MomentText, { boundary, nextSentence }: CutFacts): boolean {
  if (boundary !== BOUNDARY.sentence) return true;
  const last = text.sentences[nextSentence - 1];
  return last !== undefined && (last.isQuestion || !last.isWhole);
}

/** What a clip between two cuts keeps of its worth for its edges, 0 to 1; all of it where nothing is said. */
export function edgeQuality(moment: MomentText, opens: CutFacts, closes: CutFacts): number {
  if (closes.nextWord <= opens.nextWord) return 1;
  const dangles = opens.boundary !== BOUNDARY.sentence || isDangling(moment, opens.nextWord);
  return (dangles ? DANGLING_SHARE : 1) * (isUnfinished(moment, closes) ? UNFINISHED_SHARE : 1);
}
