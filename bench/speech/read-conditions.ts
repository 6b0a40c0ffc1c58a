// The conditions that a command line asks for.
import { CONDITIONS } from "../../test/support/speech/voice-recordings.ts";

export interface Condition {
  readonly name: string;
  /** From `[voice]` to `[out]`. */
  readonly graph: string;
}

/** @throws Error for a name that there is not, which would measure nothing */
export function readCondition(name: string): Condition {
  const graph = CONDITIONS[name];
  if (graph === undefined)
    throw new Error(`There is no condition "${name}"; there are: ${Object.keys(CONDITIONS).join(", ")}.`);
  return { name, graph };
}

/** Of names with commas between them. @throws Error, see readCondition */
export function readConditions(names: string): Condition[] {
  return names.split(",").map(readCondition);
}
