// How many tasks come before one that waits, by the fair shares of 0007-fair-queue.sql: ready jobs with an earlier turn, its
// account's tasks before it, and those of other accounts whose turns are sooner. It is what would happen if nothing
// came or was cancelled any more and no account ran as many jobs as it may: exact then, save for turns at the same
// time, where each account's tasks count alike; else by what its next ones count for, since only a walk
// through all of them would tell. Where more accounts wait for a queue job than are counted in, nobody is told a
// position: it would cost each reader more than it is worth, and a part of them would tell too few.

import { batchCalls } from "../../../shared/db/batch-calls.ts";
import type { Queryable, Sql } from "../../../shared/db/connect.ts";
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import {
  type QueuePlace,
  type QueueShare,
  type ReadyJob,
  selectQueuePlaces,
  selectQueueShares,
  selectReadyJobs,
} from "../../db/queue/queue-positions.ts";
import { type TaskRow, waitsBetweenTries } from "../../db/tasks/tasks.ts";

/** A job keeps its tag as a time in microseconds, which are thousandths of a tag. */
const TAG_STEP = 1e-3;

/** How many of an account's waiting tasks have a turn before this tag; `isFirst` counts one at the same time in. */
function countTurnsBefore(tag: number, share: QueueShare, isFirst: boolean): number {
  const turns = (tag - share.start_tag) * share.pace;
  const nearest = Math.round(turns);
  const isTie = Math.abs(turns - nearest) < TAG_STEP * share.pace;
  const before = isTie ? nearest + (isFirst ? 1 : 0) : Math.ceil(turns);
  return Math.min(Math.max(before, 0), share.waiting);
}

/** All that waits for one queue job. */
interface Queue {
  readonly ready: readonly ReadyJob[];
  readonly shares: readonly QueueShare[];
}

/** Of a ready job: those before it, and the turns of accounts that joined since and have nothing ready yet. */
function placeOfReady(taskId: string, { ready, shares }: Queue): number {
  const index = ready.findIndex((job) => job.task_id === taskId);
  // It waits for its next try; what becomes ready until then is not known.
  if (index === -1) return ready.length;
  const tag = ready[index]?.tag ?? null;
  if (tag === null) return index;
  return shares.reduce((before, share) => before + countTurnsBefore(tag, share, false), index);
}

/** Of a task in its account's line. */
function placeOfWaiting(ticket: number, own: QueueShare, { ready, shares }: Queue): number {
  // Tickets of cancelled tasks leave gaps.
  const ownBefore = Math.min(Math.max(ticket - own.first_ticket, 0), own.waiting - 1);
  const tag = own.start_tag + ownBefore / own.pace;
  let before = ownBefore;
  for (const job of ready) if (job.tag !== null && job.tag < tag + TAG_STEP) before += 1;
  for (const share of shares) {
    // At the same time the older task is first, and the accounts' next ones tell which that is likely to be.
    if (share !== own) before += countTurnsBefore(tag, share, share.first_task_id < own.first_task_id);
  }
  return before;
}

async function readQueues(
  sql: Queryable,
  places: readonly QueuePlace[],
): Promise<(queueJob: string) => Queue | undefined> {
  const queueJobs = [...new Set(places.map((place) => place.queue_job))];
  const accountIds = [...new Set(places.flatMap(({ account_id }) => account_id ?? []))];
  const limit = EVENT_LIMITS.accountsPerPosition;
  const jobs = await selectReadyJobs(sql, queueJobs, EVENT_LIMITS.readyPerPosition);
  const ready = Map.groupBy(jobs, (job) => job.queue_job);
  const shares = Map.groupBy(
    // One more than are counted in tells that there are more.
    await selectQueueShares(sql, { queueJobs, accountIds, limit: limit + 1 }),
    (share) => share.queue_job,
  );
  return (queueJob) => {
    const waiting = shares.get(queueJob) ?? [];
    return waiting.length > limit ? undefined : { ready: ready.get(queueJob) ?? [], shares: waiting };
  };
}

/**
 * How many tasks that wait for the same queue job come before each of these; tasks that do not wait, and those beside
 * which too many accounts wait, are left out. Three
 * statements, however many tasks are asked for; callers bound them.
 */
export async function readQueuePositions(
  sql: Queryable,
  taskIds: readonly string[],
): Promise<Map<string, number>> {
  if (taskIds.length === 0) return new Map();
  const places = await selectQueuePlaces(sql, taskIds);
  if (places.length === 0) return new Map();
  const queueOf = await readQueues(sql, places);
  const positions = new Map<string, number>();
  for (const { task_id, queue_job, account_id, ticket } of places) {
    const queue = queueOf(queue_job);
    if (queue === undefined) continue;
    const own = queue.shares.find((share) => share.account_id === account_id);
    const isReady = ticket === null || own === undefined;
    positions.set(task_id, isReady ? placeOfReady(task_id, queue) : placeOfWaiting(ticket, own, queue));
  }
  return positions;
}

/** By the pool that reads. */
const gatheredReads = new WeakMap<Sql, (taskIds: readonly string[]) => Promise<Map<string, number>>>();

/**
 * The same for reads, which share their statements: when a node goes, the clients of all of its tasks may ask again and
 * again, and each would have all accounts and jobs that are under way looked at for itself.
 */
function readGathered(sql: Sql, taskIds: readonly string[]): Promise<Map<string, number>> {
  let read = gatheredReads.get(sql);
  if (read === undefined) {
    read = batchCalls(async (asked: readonly (readonly string[])[]) => {
      const positions = await readQueuePositions(sql, [...new Set(asked.flat())]);
      return asked.map(() => positions);
    }, EVENT_LIMITS.readsPerPositions);
    gatheredReads.set(sql, read);
  }
  return read(taskIds);
}

/**
 * The same tasks; those between two tries with how many come before them, as their event streams say it. Nobody is
 * refused a task for want of its position.
 */
export async function withQueuePositions(sql: Sql, tasks: readonly TaskRow[]): Promise<TaskRow[]> {
  const waiting = tasks.filter(waitsBetweenTries).map((task) => task.id);
  const none = new Map<string, number>();
  const positions = waiting.length === 0 ? none : await readGathered(sql, waiting).catch(() => none);
  return tasks.map((task) => ({ ...task, queued_before: positions.get(task.id) ?? null }));
}
