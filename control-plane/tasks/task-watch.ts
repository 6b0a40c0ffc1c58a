// Watches tasks for all event streams of this process: one LISTEN connection, and one statement at a time that reads
// whatever changed since the last, however many streams wait. A reader gets the newest state, never a queue of old
// ones, so that a slow one costs no memory. Nothing relies on a notification alone: all watched tasks are read anew
// when listening begins again, and every few seconds.
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { EVENT_LIMITS } from "../../shared/limits.ts";
import type { Logger } from "../../shared/logger.ts";
import { listenForTaskChanges, selectQueuePositions } from "../db/task-changes.ts";
import { selectTasksById, type TaskRow } from "../db/tasks.ts";

export interface WatchedTask {
  readonly task: TaskRow;
  /** Waiting tasks of the same kind that came earlier; null once a run has started. */
  readonly queuePosition: number | null;
}

export interface TaskSubscription {
  /** The newest state that was not taken yet, once there is one; undefined once the subscription is closed. */
  next(): Promise<WatchedTask | undefined>;
  close(): void;
}

export interface TaskWatch {
  /**
   * Watches a task from its present state on.
   * @throws AppError RATE_LIMITED when the key has as many streams as it may; UNAVAILABLE when the process has, or
   * is stopping
   */
  open(keyId: string, taskId: string): TaskSubscription;
  /** Closes every subscription; `open` refuses from then on. */
  close(): void;
}

interface Watcher {
  /** Until a state says otherwise. */
  readonly isQueued: boolean;
  deliver(state: WatchedTask): void;
  close(): void;
}

/** One reader's end: a place for the newest state, and whoever waits for it. */
function createWatcher(onClose: () => void): Watcher & TaskSubscription {
  let latest: WatchedTask | undefined;
  let closed = false;
  let isQueued = true;
  let wake = (): void => undefined;
  return {
    get isQueued() {
      return isQueued;
    },
    deliver(state) {
      isQueued = state.task.state === "queued";
      latest = state;
      wake();
    },
    async next() {
      if (latest === undefined && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const state = closed ? undefined : latest;
      latest = undefined;
      return state;
    },
    close() {
      if (closed) return;
      closed = true;
      onClose();
      wake();
    },
  };
}

/** Places are read first: a task whose run starts in between has one, which is ignored, where none would be missed. */
async function readStates(
  sql: Sql,
  taskIds: readonly string[],
  isQueued: (taskId: string) => boolean,
): Promise<WatchedTask[]> {
  const queued = taskIds.filter(isQueued);
  const positions = queued.length === 0 ? undefined : await selectQueuePositions(sql, queued);
  const tasks = await selectTasksById(sql, taskIds);
  return tasks.map((task) => ({ task, queuePosition: positions?.get(task.id) ?? null }));
}

interface Watched {
  readonly isQueued: (taskId: string) => boolean;
  readonly deliver: (state: WatchedTask) => void;
}

/** Reads marked tasks anew, some hundred by a statement, one statement at a time. Returns how to mark some. */
function createReader(
  sql: Sql,
  logger: Logger,
  signal: AbortSignal,
  { isQueued, deliver }: Watched,
): (taskIds: Iterable<string>) => void {
  const marked = new Set<string>();
  let reading = false;
  const readSome = async (): Promise<void> => {
    const taskIds = [...marked].slice(0, EVENT_LIMITS.tasksPerRead);
    for (const taskId of taskIds) marked.delete(taskId);
    try {
      for (const state of await readStates(sql, taskIds, isQueued)) deliver(state);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, "watched tasks were not read");
      for (const taskId of taskIds) marked.add(taskId);
      await pause(EVENT_LIMITS.retryPauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const readMarked = async (): Promise<void> => {
    while (marked.size > 0 && !signal.aborted) await readSome();
    reading = false;
  };
  return (taskIds) => {
    for (const taskId of taskIds) marked.add(taskId);
    if (reading) return;
    reading = true;
    readMarked().catch((error: unknown) => logger.error({ err: error }, "watched tasks are not read"));
  };
}

/** Tries until listening has begun once; a connection that is lost later is opened anew by the driver. */
async function keepListening(
  sql: Sql,
  logger: Logger,
  signal: AbortSignal,
  onChange: (taskId: string) => void,
  onListening: () => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenForTaskChanges(sql, onChange, onListening);
      return;
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, "task changes are not listened for yet");
      await pause(EVENT_LIMITS.retryPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Starts listening with the first subscription. */
export function createTaskWatch(sql: Sql, logger: Logger): TaskWatch {
  const watchers = new Map<string, Set<Watcher>>();
  const streamsByKey = new Map<string, number>();
  const closed = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let streams = 0;
  const isQueued = (taskId: string): boolean =>
    [...(watchers.get(taskId) ?? [])].some((watcher) => watcher.isQueued);
  const deliver = (state: WatchedTask): void => {
    for (const watcher of watchers.get(state.task.id) ?? []) watcher.deliver(state);
  };
  const mark = createReader(sql, logger, closed.signal, { isQueued, deliver });
  const markAll = (): void => mark(watchers.keys());
  const markQueued = (): void => mark([...watchers.keys()].filter(isQueued));
  const start = (): void => {
    const onChange = (taskId: string): void => {
      if (watchers.has(taskId)) mark([taskId]);
    };
    timers.push(setInterval(markAll, EVENT_LIMITS.rereadMs).unref());
    timers.push(setInterval(markQueued, EVENT_LIMITS.queuePositionMs).unref());
    keepListening(sql, logger, closed.signal, onChange, markAll).catch(() => undefined);
  };
  const admit = (keyId: string): void => {
    const ofKey = streamsByKey.get(keyId) ?? 0;
    if (closed.signal.aborted || streams >= EVENT_LIMITS.streamsPerProcess) throw new AppError("UNAVAILABLE");
    if (ofKey >= EVENT_LIMITS.streamsPerKey) throw new AppError("RATE_LIMITED");
    streams += 1;
    streamsByKey.set(keyId, ofKey + 1);
  };
  const dismiss = (keyId: string): void => {
    const left = (streamsByKey.get(keyId) ?? 1) - 1;
    streams -= 1;
    if (left === 0) streamsByKey.delete(keyId);
    else streamsByKey.set(keyId, left);
  };
  return {
    open(keyId, taskId) {
      admit(keyId);
      if (timers.length === 0) start();
      const ofTask = watchers.get(taskId) ?? new Set();
      const watcher = createWatcher(() => {
        dismiss(keyId);
        ofTask.delete(watcher);
        if (ofTask.size === 0) watchers.delete(taskId);
      });
      watchers.set(taskId, ofTask.add(watcher));
      mark([taskId]);
      return watcher;
    },
    close() {
      closed.abort();
      for (const timer of timers) clearInterval(timer);
      for (const watcher of [...watchers.values()].flatMap((set) => [...set])) watcher.close();
    },
  };
}
