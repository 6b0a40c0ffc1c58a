// Follows the tasks that event streams of this process are open on: one loop, one statement at a time, and none while
// nothing is followed. It asks how often each task has changed, which is cheap, and reads those as a whole that have.
// PostgreSQL's LISTEN and NOTIFY were rejected: every commit with a notification takes a lock of the whole database
// (2,700 against 4,400 progress writes a second on 2 cores), and every control plane hears of every task. A state that
// two reads bring is delivered twice, and of several changes between two reads only the last is seen.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../../shared/db/connect.ts";
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import type { Logger } from "../../../shared/logger.ts";
import { selectTaskRevisions, type TaskRevision } from "../../db/tasks/task-changes.ts";
import { selectTasksById, type TaskRow } from "../../db/tasks/tasks.ts";
import { readQueuePositions } from "../read/queue-positions.ts";

export interface WatchedTask {
  readonly task: TaskRow;
  /** Tasks of the same queue job that come first; null unless the task waits for a media node. */
  readonly queuePosition: number | null;
}

export type ReceiveState = (state: WatchedTask) => void;

interface FollowedTask {
  readonly receivers: Set<ReceiveState>;
  /** Of the state that was delivered last. */
  revision?: number;
  runRevision?: number | null;
  /** What was delivered last, while it waits: its position changes without it. */
  waiting?: WatchedTask | undefined;
}

/** Whether its place in the queue means anything: before its first run, and between two. */
function waitsForNode({ state, run_state }: TaskRow): boolean {
  if (state === "queued") return true;
  return state === "running" && run_state !== null && run_state !== "running" && run_state !== "succeeded";
}

/** Says once in an interval that it is over. */
class Pace {
  readonly #intervalMs: number;
  #dueAt = 0;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  leftMs(): number {
    return Math.max(0, this.#dueAt - performance.now());
  }

  restart(): void {
    this.#dueAt = performance.now() + this.#intervalMs;
  }

  take(): boolean {
    if (this.leftMs() > 0) return false;
    this.restart();
    return true;
  }
}

export class TaskFollower {
  readonly #sql: Sql;
  readonly #logger: Logger;
  readonly #stopped = new AbortController();
  readonly #followed = new Map<string, FollowedTask>();
  /** To be read as a whole. */
  readonly #marked = new Set<string>();
  /** What is left of this round of asking for changes. */
  #unpolled: string[] = [];
  readonly #poll = new Pace(EVENT_LIMITS.pollMs);
  readonly #positions = new Pace(EVENT_LIMITS.queuePositionMs);
  readonly #reread = new Pace(EVENT_LIMITS.rereadMs);
  #isRunning = false;
  #wake = (): void => undefined;

  constructor(sql: Sql, logger: Logger) {
    this.#sql = sql;
    this.#logger = logger;
  }

  /** Delivers the task's present state and then each newer one. Returns how to stop that. */
  follow(taskId: string, receive: ReceiveState): () => void {
    const task = this.#followed.get(taskId) ?? { receivers: new Set() };
    this.#followed.set(taskId, task);
    task.receivers.add(receive);
    this.#marked.add(taskId);
    this.#start();
    return () => {
      task.receivers.delete(receive);
      if (task.receivers.size > 0 || this.#followed.get(taskId) !== task) return;
      this.#followed.delete(taskId);
      this.#marked.delete(taskId);
    };
  }

  stop(): void {
    this.#stopped.abort();
    this.#wake();
  }

  #start(): void {
    this.#wake();
    if (this.#isRunning || this.#stopped.signal.aborted) return;
    this.#isRunning = true;
    this.#run().catch((error: unknown) => this.#logger.error({ err: error }, "watched tasks are not read"));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    for (const pace of [this.#poll, this.#positions, this.#reread]) pace.restart();
    while (this.#followed.size > 0 && !signal.aborted) {
      try {
        await this.#look();
        await this.#sleep();
      } catch (error) {
        if (signal.aborted) break;
        this.#logger.warn({ err: error }, "watched tasks were not read");
        await pause(EVENT_LIMITS.retryPauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#isRunning = false;
  }

  async #look(): Promise<void> {
    await this.#readMarked();
    if (this.#poll.take()) await this.#markChanged();
    if (this.#positions.take()) await this.#readPositions();
    if (this.#reread.take()) for (const taskId of this.#followed.keys()) this.#marked.add(taskId);
    await this.#readMarked();
  }

  /** Until the next poll, or until a task is to be read at once. */
  async #sleep(): Promise<void> {
    if (this.#marked.size > 0 || this.#stopped.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#poll.leftMs());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Marks those of the next followed tasks that have changed. */
  async #markChanged(): Promise<void> {
    if (this.#unpolled.length === 0) this.#unpolled = [...this.#followed.keys()];
    const next = this.#unpolled.splice(0, EVENT_LIMITS.tasksPerPoll);
    const taskIds = next.filter((taskId) => this.#followed.has(taskId));
    if (taskIds.length === 0) return;
    const revisions = await selectTaskRevisions(this.#sql, taskIds);
    for (const revision of revisions) if (this.#isNews(revision)) this.#marked.add(revision.id);
  }

  /** Numbers are compared and not ordered: another run counts from the beginning. */
  #isNews({ id, revision, run_revision }: TaskRevision): boolean {
    const task = this.#followed.get(id);
    return task !== undefined && (task.revision !== revision || task.runRevision !== run_revision);
  }

  async #readMarked(): Promise<void> {
    while (this.#marked.size > 0 && !this.#stopped.signal.aborted) {
      const taskIds = [...this.#marked].slice(0, EVENT_LIMITS.tasksPerRead);
      for (const taskId of taskIds) this.#marked.delete(taskId);
      try {
        await this.#read(taskIds);
      } catch (error) {
        for (const taskId of taskIds) if (this.#followed.has(taskId)) this.#marked.add(taskId);
        throw error;
      }
    }
  }

  async #read(taskIds: readonly string[]): Promise<void> {
    const tasks = await selectTasksById(this.#sql, taskIds);
    const waiting = tasks.filter(waitsForNode);
    const positions = await readQueuePositions(
      this.#sql,
      waiting.map((task) => task.id),
    ).catch((error: unknown) => {
      this.#logger.warn({ err: error }, "positions in the queue were not read");
      return new Map<string, number>();
    });
    for (const task of tasks) this.#deliver({ task, queuePosition: positions.get(task.id) ?? null });
  }

  /** Tells waiting tasks' new positions. One that left the line meanwhile is told by its next change. */
  async #readPositions(): Promise<void> {
    const waiting = [...this.#followed].flatMap(([taskId, task]) => (task.waiting ? [taskId] : []));
    for (let from = 0; from < waiting.length; from += EVENT_LIMITS.tasksPerPoll) {
      const taskIds = waiting.slice(from, from + EVENT_LIMITS.tasksPerPoll);
      for (const [taskId, queuePosition] of await readQueuePositions(this.#sql, taskIds)) {
        const last = this.#followed.get(taskId)?.waiting;
        if (last && last.queuePosition !== queuePosition) this.#deliver({ task: last.task, queuePosition });
      }
    }
  }

  #deliver(state: WatchedTask): void {
    const followed = this.#followed.get(state.task.id);
    if (followed === undefined) return;
    followed.revision = state.task.revision;
    followed.runRevision = state.task.run_revision;
    followed.waiting = waitsForNode(state.task) ? state : undefined;
    for (const receive of followed.receivers) receive(state);
  }
}
