// Creates tasks in batches: while one statement is under way, all creates that arrive wait for the next. There is no timer;
// one statement at a time means that a process holds each account's row only once.
import { isCheckViolation, isDeadlock, isUnavailable } from "../../../shared/db/classify-error.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { isLockRefusal } from "../../../shared/db/lock-waits.ts";
import { AppError } from "../../../shared/errors.ts";
import { CREATE_LIMITS } from "../../../shared/limits/requests.ts";
import { repeatOnCollision } from "../../db/repeat-statement.ts";
import { type CreateOutcome, insertChargedTasks, type NewTask } from "../../db/tasks/create-tasks.ts";
import { selectTasksById, type TaskRow } from "../../db/tasks/tasks.ts";

/** `again` never leaves this file: such creates are sent with the next statement. */
type FinalOutcome = Exclude<CreateOutcome, "again">;

export interface CreateBatches {
  /**
   * Creates a task with others. Settles when it is decided, with the task where it was created; an error leaves open
   * whether it was.
   * @param begin called just before its statement is sent; what it throws `create` throws, and there is no task
   * @throws AppError UNAVAILABLE when too many wait
   */
  create(task: NewTask, begin: () => void): Promise<DecidedCreate>;
}

export interface DecidedCreate {
  readonly outcome: FinalOutcome;
  readonly task: TaskRow | undefined;
}

interface Waiting {
  readonly task: NewTask;
  readonly sizeBytes: number;
  readonly begin: () => void;
  readonly resolve: (decided: DecidedCreate | Promise<DecidedCreate>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Whether a statement met another one and may be repeated. The balance that it decides by is the account's newest, but
 * PostgreSQL checks the row that it would write first on the version of the statement's beginning: where moods were
 * granted in between, that one may not have had enough.
 */
function isCollision(error: unknown): boolean {
  return isDeadlock(error) || isCheckViolation(error, "accounts_balance_not_negative");
}

function insertRepeating(sql: Sql, tasks: readonly NewTask[]): Promise<CreateOutcome[]> {
  return repeatOnCollision(CREATE_LIMITS.attempts, () => insertChargedTasks(sql, tasks), isCollision);
}

/** How many of those that wait one statement takes: at least the first. */
function countOfNext(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const fits = (one: Waiting, index: number): boolean => {
    bytes += one.sizeBytes;
    return index === 0 || bytes <= CREATE_LIMITS.bytesPerStatement;
  };
  const end = waiting.slice(0, CREATE_LIMITS.tasksPerStatement).findIndex((one, index) => !fits(one, index));
  return end === -1 ? Math.min(waiting.length, CREATE_LIMITS.tasksPerStatement) : end;
}

/** Reads what one statement created, for all of its requests together; each waits for it by itself. */
async function readCreated(reads: Sql, taskIds: readonly string[]): Promise<Map<string, TaskRow>> {
  return new Map((await selectTasksById(reads, taskIds)).map((task) => [task.id, task]));
}

/** What the statements that create tasks need. */
interface Creating {
  /** For the statement that creates. */
  readonly sql: Sql;
  /** For reading what was created. */
  readonly reads: Sql;
  /** Told what a statement has created, where that is something. */
  readonly onCreated: (tasks: readonly NewTask[]) => void;
  /** Takes those that belong into the next statement. */
  readonly sendAgain: (creates: readonly Waiting[]) => void;
}

/** Whether a create may be sent; one that may not is rejected with what its `begin` throws. */
function begun(one: Waiting): boolean {
  try {
    one.begin();
    return true;
  } catch (error) {
    one.reject(error);
    return false;
  }
}

/** Creates a batch by one statement. @throws the database's error, with all of the batch undecided */
async function insertBatch(
  { sql, reads, onCreated, sendAgain }: Creating,
  batch: readonly Waiting[],
): Promise<void> {
  const outcomes = await insertRepeating(
    sql,
    batch.map(({ task }) => task),
  );
  const createdTasks = batch.filter((_, index) => outcomes[index] === "created").map(({ task }) => task);
  if (createdTasks.length > 0) onCreated(createdTasks);
  // The next statement does not wait for this one's readers.
  const created = readCreated(
    reads,
    createdTasks.map(({ id }) => id),
  );
  const again: Waiting[] = [];
  for (const [index, one] of batch.entries()) {
    const outcome = outcomes[index] ?? "late";
    if (outcome === "again") again.push(one);
    else if (outcome !== "created") one.resolve({ outcome, task: undefined });
    else one.resolve(created.then((tasks) => ({ outcome, task: tasks.get(one.task.id) })));
  }
  // Where none was created nobody else would see that the read failed.
  created.catch(() => undefined);
  sendAgain(again);
}

/** Tells creates why none of them is there; a lock that was not had in time is UNAVAILABLE. */
function rejectAll(batch: readonly Waiting[], error: unknown): void {
  const told = isLockRefusal(error) ? new AppError("UNAVAILABLE", undefined, { cause: error }) : error;
  for (const { reject } of batch) reject(told);
}

/** Whether a part of a batch is to blame for a statement that failed, and not what all of its tasks meet. */
function isOneToBlame(batch: readonly Waiting[], error: unknown): boolean {
  return batch.length > 1 && !isUnavailable(error) && !isLockRefusal(error);
}

/** One task that the database does not take, such as a number that is too large, must not fail the others. */
async function insertEach(creating: Creating, batch: readonly Waiting[]): Promise<void> {
  for (const one of batch) {
    await insertBatch(creating, [one]).catch((error: unknown) => rejectAll([one], error));
  }
}

/** Nor may an account whose row somebody holds. */
async function insertByAccount(creating: Creating, batch: readonly Waiting[]): Promise<void> {
  for (const ofAccount of Map.groupBy(batch, ({ task }) => task.accountId).values()) {
    await insertBatch(creating, ofAccount).catch((error: unknown) =>
      isOneToBlame(ofAccount, error) ? insertEach(creating, ofAccount) : rejectAll(ofAccount, error),
    );
  }
}

/** Creates a batch by one statement, or by several if a part of it is refused. Each create is then decided or sent again. */
async function decideBatch(creating: Creating, batch: readonly Waiting[]): Promise<void> {
  await insertBatch(creating, batch).catch(async (error: unknown) => {
    if (isLockRefusal(error)) return insertByAccount(creating, batch);
    return isOneToBlame(batch, error) ? insertEach(creating, batch) : rejectAll(batch, error);
  });
}

/**
 * Creates that wait at a moment share a statement; one that cannot be written fails alone, and so does one
 * account whose row is held (UNAVAILABLE). `create` throws UNAVAILABLE at once where too many wait.
 * @param sql for the statement that creates
 * @param reads for reading what was created
 * @param onCreated told what a statement has created, where that is something
 */
export function createBatches(
  sql: Sql,
  reads: Sql,
  onCreated: (tasks: readonly NewTask[]) => void = () => undefined,
): CreateBatches {
  let waiting: Waiting[] = [];
  let isWorking = false;
  const sendAgain = (creates: readonly Waiting[]): void => {
    waiting = [...creates, ...waiting];
  };
  const creating = { sql, reads, onCreated, sendAgain };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const next = waiting.slice(0, countOfNext(waiting));
      waiting = waiting.slice(next.length);
      const batch = next.filter(begun);
      if (batch.length > 0) await decideBatch(creating, batch);
    }
    isWorking = false;
  };
  return {
    create(task, begin) {
      if (waiting.length >= CREATE_LIMITS.waiting) throw new AppError("UNAVAILABLE");
      const decided = new Promise<DecidedCreate>((resolve, reject) =>
        waiting.push({ task, sizeBytes: JSON.stringify(task.request).length, begin, resolve, reject }),
      );
      // What arrives in this same turn of the event loop belongs to the same statement.
      if (!isWorking) {
        isWorking = true;
        setImmediate(() => void work());
      }
      return decided;
    },
  };
}
