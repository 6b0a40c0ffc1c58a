// What a create came to, as a word.
import assert from "node:assert/strict";
import type { NewTask } from "../../../control-plane/db/tasks/create-tasks.ts";
import type { CreateBatches } from "../../../control-plane/tasks/create/create-batches.ts";

/** The outcome, or "rejected" with its error's code. */
export function outcomeOf(
  creates: CreateBatches,
  task: NewTask,
  begin = (): void => undefined,
): Promise<string> {
  return creates.create(task, begin).then(
    ({ outcome, task: created }) => {
      assert.equal(created?.id, outcome === "created" ? task.id : undefined);
      return outcome;
    },
    (error: { code?: string }) => `rejected ${error.code}`,
  );
}
