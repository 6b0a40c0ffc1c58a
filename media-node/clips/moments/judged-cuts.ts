// What a sentence judge says of a stretch between two cuts. A cut may go through a sentence where nothing better is left:
// then nothing begins or ends well there, whatever the whole sentence would do, and what is said of it may lie outside.

import type { MomentKind } from "../sentences/moment-kinds.ts";
import { BOUNDARY, type CutFacts } from "../sentences/moment-text.ts";
import type { JudgedStretches, StretchJudgement } from "./judged-stretches.ts";

/** What `read` finds in the sentences from one cut to another; null where nothing was judged, or no sentence ends between them. */
function readSentences<T>(
  judged: JudgedStretches | null,
  from: number,
  closes: CutFacts | undefined,
  read: (judged: JudgedStretches, from: number, to: number) => T,
): T | null {
  const to = closes?.nextSentence ?? 0;
  return judged === null || to <= from ? null : read(judged, from, to);
}

/** Null where nothing was judged, or where no sentence ends between the cuts. */
export function judgeBetween(
  judged: JudgedStretches | null,
  opens: CutFacts | undefined,
  closes: CutFacts | undefined,
): StretchJudgement | null {
  if (judged === null || opens === undefined || closes === undefined) return null;
  if (closes.nextSentence <= opens.nextSentence) return null;
  const said = judged.read(opens.nextSentence, closes.nextSentence);
  return {
    ...said,
    begins: opens.boundary === BOUNDARY.sentence ? said.begins : 0,
    ends: closes.boundary === BOUNDARY.sentence ? said.ends : 0,
  };
}

/** The kind for which the stretch would most likely be posted; null like `judgeBetween`. */
export function kindBetween(
  judged: JudgedStretches | null,
  opens: CutFacts | undefined,
  closes: CutFacts | undefined,
): MomentKind | null {
  return readSentences(judged, opens?.nextSentence ?? 0, closes, (all, from, to) => all.kindOf(from, to));
}

/** The kind that may be said of the stretch; null where none is likely enough, and like `judgeBetween`. */
export function toldKindBetween(
  judged: JudgedStretches | null,
  opens: CutFacts | undefined,
  closes: CutFacts | undefined,
): MomentKind | null {
  return readSentences(judged, opens?.nextSentence ?? 0, closes, (all, from, to) => all.toldKindOf(from, to));
}

/** The sentence that is the stretch's point, among those that lie wholly within; null where none does, or none was judged. */
export function pointBetween(
  judged: JudgedStretches | null,
  opens: CutFacts | undefined,
  closes: CutFacts | undefined,
): number | null {
  const isCut = opens !== undefined && opens.boundary !== BOUNDARY.sentence;
  const first = (opens?.nextSentence ?? 0) + Number(isCut);
  return readSentences(judged, first, closes, (all, from, to) => all.pointOf(from, to));
}
