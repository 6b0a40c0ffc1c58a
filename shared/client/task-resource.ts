// What can be done with the tasks of a surface: list, read, follow to their end, cancel, remove, tell of again.
import { joinSignals } from "../join-signals.ts";
import { CLIENT_LIMITS } from "../limits/client.ts";
import type { ListedTask, Progress, Task, WebhookDelivery } from "./api-types.ts";
import { type CallOptions, type Connection, callApi } from "./call-api.ts";
import { ClipmillError, TaskFailedError } from "./client-error.ts";
import { type FollowOptions, followTask, type TaskUpdate } from "./follow-task.ts";
import type { QueryOf } from "./operations.ts";
import { listAll, listPage, type Page } from "./pages.ts";
import { timerMs } from "./pause.ts";
import type { FinishedTask, Surface, TaskKind } from "./surfaces.ts";

export interface WaitOptions extends FollowOptions {
  /** Called with each change; the percentage does not go down within a run. */
  readonly onProgress?: ((progress: Progress, status: Task["status"]) => void) | undefined;
  /** Of the whole wait, in milliseconds; a day by default. The task goes on. */
  readonly timeoutMs?: number | undefined;
}

/** A task, or its id. */
export type TaskReference = string | { readonly task_id: string };

/** The id of the task that is meant. */
export function taskIdOf(task: TaskReference): string {
  return typeof task === "string" ? task : task.task_id;
}

/** @throws TaskFailedError for one that failed; ClipmillError WAIT_TIMED_OUT */
export async function waitForTask(
  connection: Connection,
  surface: Surface,
  taskId: string,
  options: WaitOptions = {},
): Promise<Task> {
  const { timeoutMs = CLIENT_LIMITS.waitMs, onProgress, ...follow } = options;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timerMs(timeoutMs));
  const { signal, release } = joinSignals(follow.signal, late.signal);
  try {
    for await (const { status, progress, task } of followTask(connection, surface, taskId, {
      ...follow,
      signal,
    })) {
      if (progress !== null) onProgress?.(progress, status);
      if (task?.status === "failed") throw new TaskFailedError(task);
      if (task !== null) return task;
    }
    throw new ClipmillError("UNEXPECTED_ANSWER", "The task's updates have ended without its end.");
  } catch (error) {
    if (!late.signal.aborted || follow.signal?.aborted === true) throw error;
    throw new ClipmillError(
      "WAIT_TIMED_OUT",
      `The task has not ended in ${timeoutMs / 1_000} s. It goes on.`,
    );
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** All tasks of one surface. Methods take a task as it came from a create, or its id. */
export class TaskResource<Kind extends TaskKind, List extends "listJobs" | "listGenerationTasks"> {
  readonly #connection: Connection;
  readonly #surface: Surface & { readonly list: List };

  constructor(connection: Connection, surface: Surface & { readonly list: List }) {
    this.#connection = connection;
    this.#surface = surface;
  }

  /** All tasks, newest first, page by page as they are read. Items have no `output` and no `webhooks`. */
  list(query?: QueryOf<List>, options?: CallOptions): AsyncGenerator<ListedTask> {
    return listAll<ListedTask>(this.#connection, this.#surface.list, query, options);
  }

  /** One page; `pagination.cursor` as the query's `cursor` reads on behind it. */
  listPage(query?: QueryOf<List>, options?: CallOptions): Promise<Page<ListedTask>> {
    return listPage<ListedTask>(this.#connection, this.#surface.list, query, options);
  }

  /** @throws ClipmillError NOT_FOUND */
  async get(task: TaskReference, options: CallOptions = {}): Promise<Task> {
    return (await callApi(this.#connection, this.#surface.read, { path: this.#path(task), ...options })).data;
  }

  /** Updates as they come, the last with the ended task, finished or failed. */
  follow(task: TaskReference, options?: FollowOptions): AsyncGenerator<TaskUpdate, void> {
    return followTask(this.#connection, this.#surface, taskIdOf(task), options);
  }

  /** Waits for the end. @throws TaskFailedError where the task failed; ClipmillError WAIT_TIMED_OUT */
  async waitFor<Waited extends Kind = Kind>(
    task: { readonly task_id: string; readonly kind: Waited } | string,
    options?: WaitOptions,
  ): Promise<FinishedTask<Waited>> {
    const ended = await waitForTask(this.#connection, this.#surface, taskIdOf(task), options);
    return ended as unknown as FinishedTask<Waited>;
  }

  /** Stops a task, which then is `failed` with CANCELLED. @throws ClipmillError ALREADY_TERMINAL */
  async cancel(task: TaskReference, options: CallOptions = {}): Promise<Task> {
    const call = { path: this.#path(task), ...options };
    try {
      return (await callApi(this.#connection, this.#surface.cancel, call)).data;
    } catch (error) {
      // The answer to an earlier try may have been lost.
      if (!(error instanceof ClipmillError) || error.code !== "ALREADY_TERMINAL") throw error;
      const ended = await this.get(task, options);
      if (ended.error?.code === "CANCELLED") return ended;
      throw error;
    }
  }

  /** Removes its files at once; the task stays. @throws ClipmillError NOT_TERMINAL while it runs */
  async delete(task: TaskReference, options: CallOptions = {}): Promise<Task> {
    const call = { path: this.#path(task), ...options };
    return (await callApi(this.#connection, this.#surface.delete, call)).data;
  }

  /**
   * Queues a fresh delivery of an ended task's webhook.
   * @throws ClipmillError NOT_TERMINAL, NO_CALLBACK_URL; INVALID_REQUEST where the task has had all that it may have
   */
  async retryWebhook(task: TaskReference, options: CallOptions = {}): Promise<WebhookDelivery> {
    const call = { path: this.#path(task), ...options };
    return (await callApi(this.#connection, this.#surface.retryWebhook, call)).data;
  }

  #path(task: TaskReference): { jobId: string; taskId: string } {
    return { jobId: taskIdOf(task), taskId: taskIdOf(task) };
  }
}
