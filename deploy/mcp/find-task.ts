// Video jobs and generation tasks are read in different places and have ids alike: a model knows only the id.
import type { CallOptions } from "../../shared/client/call-api.ts";
import { type Clipmill, ClipmillError, type Task } from "../../shared/client/node.ts";

/** Not there, or not to be seen with this key. */
function isElsewhere(error: unknown): boolean {
  return error instanceof ClipmillError && ["NOT_FOUND", "SCOPE_MISSING"].includes(String(error.code));
}

/** A task of any kind. @throws ClipmillError NOT_FOUND */
export async function findTask(clipmill: Clipmill, taskId: string, options: CallOptions): Promise<Task> {
  try {
    return await clipmill.jobs.get(taskId, options);
  } catch (error) {
    if (!isElsewhere(error)) throw error;
    return clipmill.generationTasks.get(taskId, options).catch((other: unknown) => {
      throw isElsewhere(other) ? error : other;
    });
  }
}
