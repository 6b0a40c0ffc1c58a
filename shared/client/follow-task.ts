// A task until its end: by server-sent events where they come through, and else by reading it at the intervals that the
// API recommends, with a look for events after each. A control plane that is away for a while is waited for.
import { joinSignals } from "../join-signals.ts";
import { CLIENT_LIMITS } from "../limits/client.ts";
import type { Progress, Task } from "./api-types.ts";
import { addressOf, type CallOptions, type Connection, callApi } from "./call-api.ts";
import { ClipmillError } from "./client-error.ts";
import { pause } from "./pause.ts";
import { readEvents } from "./read-events.ts";
import { isPassing, retryDelayMs } from "./retry.ts";
import { asClientError, openAnswer } from "./send-request.ts";
import type { Surface } from "./surfaces.ts";

/** A task as it goes on; `task` is there once it has ended, and this update is the last. */
export type TaskUpdate<T = Task> =
  | { readonly status: "queued" | "running"; readonly progress: Progress | null; readonly task: null }
  | { readonly status: "finished" | "failed"; readonly progress: Progress | null; readonly task: T };

export interface FollowOptions extends CallOptions {
  /** `events` by default, which falls back to `polling` where a proxy holds streams back. */
  readonly mode?: "events" | "polling" | undefined;
  /** Between two reads of a task that is polled, in milliseconds; a random time between the two. */
  readonly pollMs?: { readonly min: number; readonly max: number } | undefined;
}

interface Followed {
  readonly connection: Connection;
  readonly surface: Surface;
  readonly taskId: string;
  readonly options: FollowOptions;
}

function readTask({ connection, surface, taskId, options: { signal } }: Followed): Promise<Task> {
  const path = { jobId: taskId, taskId };
  return callApi(connection, surface.read, { path, signal }).then(({ data }) => data);
}

function updateOf(task: Task): TaskUpdate {
  const { status, progress } = task;
  return status === "finished" || status === "failed"
    ? { status, progress, task }
    : { status, progress, task: null };
}

function updateIn(event: string, data: string): TaskUpdate {
  if (event !== "progress") return updateOf(JSON.parse(data) as Task);
  const { status, ...progress } = JSON.parse(data) as Progress & { status: "queued" | "running" };
  return { status, progress, task: null };
}

/** How far a task has been followed. */
interface Place {
  lastEventId: string | undefined;
  /** The last update, as text. */
  told: string;
  /** Streams in a row that brought nothing. */
  failures: number;
  /** When the task may be read again. */
  nextReadAt: number;
}

/** Whether an update is another than the last. */
function isNews(place: Place, { status, progress, task }: TaskUpdate): boolean {
  const before = place.told;
  place.told = JSON.stringify([status, progress]);
  return task !== null || place.told !== before;
}

/** One stream until it breaks or ends; it may end without the task's end. */
async function* streamUpdates(followed: Followed, place: Place): AsyncGenerator<TaskUpdate> {
  const { connection, surface, taskId, options } = followed;
  const { lastEventId } = place;
  const { signal } = options;
  const ended = new AbortController();
  const both = joinSignals(signal, ended.signal);
  const timer = setTimeout(
    () => ended.abort(new ClipmillError("NO_ANSWER", "The stream of events did not begin in time.")),
    connection.timeoutMs,
  );
  const request = {
    method: "GET",
    url: addressOf(connection, surface.watch, { jobId: taskId, taskId }),
    headers: {
      ...connection.headers,
      accept: "text/event-stream",
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    signal: both.signal,
  };
  try {
    const response = await openAnswer(connection.fetch, request, CLIENT_LIMITS.answerBytes);
    clearTimeout(timer);
    if (response.status === 204) return yield updateOf(await readTask(followed));
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      throw new ClipmillError("UNEXPECTED_ANSWER", "The answer is no stream of events.");
    }
    for await (const { id, event, data } of readEvents(response.body, CLIENT_LIMITS.events)) {
      place.lastEventId = id;
      place.failures = 1;
      const update = updateIn(event, data);
      if (isNews(place, update)) yield update;
    }
  } catch (error) {
    throw asClientError(error, signal);
  } finally {
    clearTimeout(timer);
    ended.abort();
    both.release();
  }
}

/** Whether streams do not come through here at all. @throws what the API itself has refused */
function isHeldBack(error: unknown, { failures }: Place): boolean {
  if (isPassing(error, { repeat: true })) {
    // A proxy that collects an answer before it passes it on lets each stream wait until its time or ours is up.
    const isLate = error.code === "NO_ANSWER" || error.status === 504;
    return isLate && failures >= CLIENT_LIMITS.events.failures;
  }
  if (error instanceof ClipmillError && error.code === "UNEXPECTED_ANSWER") return true;
  throw error;
}

/** By events, until they stop coming; returns whether the task has ended, and else whether they may come again. */
async function* followEvents(
  followed: Followed,
  place: Place,
): AsyncGenerator<TaskUpdate, "ended" | "held back" | "failing"> {
  const { connection, options } = followed;
  while (place.failures < CLIENT_LIMITS.events.failures) {
    if (place.failures > 0) {
      await pause(retryDelayMs(connection.policy, place.failures, Math.random()), options.signal);
    }
    place.failures += 1;
    try {
      for await (const update of streamUpdates(followed, place)) {
        yield update;
        if (update.task !== null) return "ended";
      }
    } catch (error) {
      if (isHeldBack(error, place)) return "held back";
    }
  }
  return "failing";
}

/** Reads the task when it may be read again, or as soon after as the service is there. */
async function readInTurn({ surface, options, ...followed }: Followed, place: Place): Promise<TaskUpdate> {
  const { min, max } = options.pollMs ?? CLIENT_LIMITS.pollMs[surface.name];
  const heardAt = performance.now();
  for (;;) {
    await pause(Math.max(0, place.nextReadAt - performance.now()), options.signal);
    try {
      return updateOf(await readTask({ surface, options, ...followed }));
    } catch (error) {
      const isPatient = performance.now() - heardAt < CLIENT_LIMITS.patienceMs;
      if (!isPatient || !isPassing(error, { repeat: true })) throw error;
    } finally {
      place.nextReadAt = performance.now() + min + Math.random() * (max - min);
    }
  }
}

/**
 * A task's updates until its end. Whoever stops reading lets the task go on.
 * @throws ClipmillError NOT_FOUND and other refusals; what passes only after it has not passed for long
 */
export async function* followTask(
  connection: Connection,
  surface: Surface,
  taskId: string,
  options: FollowOptions = {},
): AsyncGenerator<TaskUpdate, void> {
  const followed = { connection, surface, taskId, options };
  const place = { lastEventId: undefined, told: "", failures: 0, nextReadAt: 0 };
  let streams = options.mode === "polling" ? "held back" : "failing";
  for (;;) {
    if (streams !== "held back") streams = yield* followEvents(followed, place);
    if (streams === "ended") return;
    const update = await readInTurn(followed, place);
    if (isNews(place, update)) yield update;
    if (update.task !== null) return;
    // The service is there: a stream may come again.
    place.failures = CLIENT_LIMITS.events.failures - 1;
  }
}
