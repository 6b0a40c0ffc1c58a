// The models of text that a run asks, where they are installed.
import type { OptionalModel } from "../models/optional-model.ts";
import type { RunnableModel } from "./node-models.ts";
import type { RunContext } from "./run-context.ts";

function optionalModel({ tools, signal }: RunContext, model: RunnableModel | null): OptionalModel | null {
  if (model === null) return null;
  const { name } = model.bundle.manifest;
  return { ...model, signal, onFailure: (error) => tools.modelObserver.onFailure(name, error) };
}

/**
 * What judges sentences and titles, for this run: it ends with the run's signal. Null where none is
 * installed.
 */
export function textJudge(context: RunContext): OptionalModel | null {
  return optionalModel(context, context.tools.models.sentenceJudge());
}

/**
 * What gives marks to text that has none, for this run: it ends with the run's signal. Null where none is
 * installed.
 */
export function textMarks(context: RunContext): OptionalModel | null {
  return optionalModel(context, context.tools.models.textMarks());
}
