// The model of text that a run asks about sentences and titles, where one is installed.
import type { JudgingInput } from "../../clips/sentences/judge-sentences.ts";
import type { RunContext } from "../run-context.ts";

export function textJudge({ tools, signal }: RunContext): JudgingInput | null {
  const judge = tools.models.sentenceJudge();
  if (judge === null) return null;
  const { name } = judge.bundle.manifest;
  return { ...judge, signal, onFailure: (error) => tools.news.onFailure(name, error) };
}
