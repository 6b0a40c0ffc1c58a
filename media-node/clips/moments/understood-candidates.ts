// What candidates are worth to somebody who has heard nothing before them.
import { understoodShare } from "../sentences/edge-quality.ts";
import type { CutFacts } from "../sentences/moment-text.ts";
import { isEnglishSpeech } from "../titles/english-words.ts";
import type { Candidates } from "./moment-candidates.ts";
import type { SelectionSources } from "./select-varied.ts";

/** Candidates whose worth is what a listener understands of them: English ones, since its signs are words. */
export function asUnderstood(
  { cuts, text }: Pick<SelectionSources, "cuts" | "text">,
  candidates: Candidates,
): Candidates {
  if (!isEnglishSpeech(text.text)) return candidates;
  const { opensAt, closesAt, score } = candidates;
  const facts = (cut: number | undefined): CutFacts => cuts[cut ?? 0] as CutFacts;
  return {
    ...candidates,
    score: score.map(
      (worth, index) => worth * understoodShare(text, facts(opensAt[index]), facts(closesAt[index])),
    ),
  };
}
