// A finished clip with the changes of a render: its words as they were corrected, its moment, and what of its reason is
// still true. Pure.
import {
  type ClipPlan,
  type PlannedWords,
  saidWords,
  wordsBetween,
} from "../../../shared/tasks/clip-plan.ts";
import type { RenderJobRequest } from "../../../shared/tasks/render-job.ts";
import { MOMENT_KINDS } from "../../clips/sentences/moment-kinds.ts";
import type { Span } from "../../signal/span.ts";
import type { CutMoment } from "./clip-to-cut.ts";
import { mendReason } from "./mended-reason.ts";

/** With so much more before its first word a clip begins otherwise. */
const LATER_WORD_S = 1;

/** What is rendered again, and as which clip. */
export interface Rerender {
  readonly request: RenderJobRequest;
  readonly plan: ClipPlan;
  /** As they were corrected. */
  readonly words: PlannedWords;
  readonly clipId: string;
}

/** What of the reason is true of the clip as it is now; without a plan of it, it is taken to begin and end as it did. */
function reasonOf({ request, plan, words }: Rerender, span: Span, was: Span = span): string {
  const saidIn = (from: PlannedWords, { startS, endS }: Span) =>
    saidWords(from, wordsBetween(from, startS, endS));
  const [before, after] = [saidIn(plan.words, was), saidIn(words, span)];
  const isAsEarly = was.startS - span.startS < LATER_WORD_S;
  const beginsSame =
    before.length > 0 ? isAsEarly && before[0]?.place === after[0]?.place : was.startS === span.startS;
  const endsSame = before.length > 0 ? before.at(-1)?.place === after.at(-1)?.place : was.endS === span.endS;
  return mendReason(request.scored.reason, { before, after, beginsSame, endsSame });
}

/** The moment that the clip is now. */
export function momentOf(rerender: Rerender, span: Span): CutMoment {
  const { request, plan, clipId } = rerender;
  const planned = plan.clips.find(({ id }) => id === request.clipId);
  const { kind = null, pointS = null } = planned ?? {};
  const isInside = pointS !== null && pointS >= span.startS && pointS < span.endS;
  return {
    clipId,
    ...span,
    ...request.scored,
    reason: reasonOf(rerender, span, planned),
    kind: MOMENT_KINDS.find((known) => known === kind) ?? null,
    pointS: isInside ? pointS : null,
  };
}

/** The words as they were corrected, with what was recognized in their places. */
export function correctWords(words: PlannedWords, corrected: RenderJobRequest["words"]): PlannedWords {
  if (corrected.length === 0) return words;
  const texts = [...words.texts];
  const recognized = { ...words.recognized };
  for (const { place, text } of corrected) {
    const before = texts[place];
    if (before === undefined) continue;
    const heard = recognized[String(place)] ?? before;
    texts[place] = text;
    if (text === heard) delete recognized[String(place)];
    else recognized[String(place)] = heard;
  }
  return { ...words, texts, recognized };
}
