// Creating a task: idempotency, charge, task row, ledger entry and place in line commit together or not at all.
import { createHash } from "node:crypto";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { newId } from "../../../shared/ids.ts";
import { DISPATCH_LIMITS } from "../../../shared/limits/queue.ts";
import { queueJobOf, type TaskKindName } from "../../../shared/tasks/task-kinds.ts";
import { inSpan } from "../../../shared/tracing/tracing.ts";
import type { NewTask } from "../../db/tasks/create-tasks.ts";
import { selectTaskByIdempotencyKey, type TaskRow } from "../../db/tasks/tasks.ts";
import { addAnswer } from "../../db/tasks/withdrawals.ts";
import type { CreateAnswer } from "./create-answer.ts";
import type { CreateBatches, DecidedCreate } from "./create-batches.ts";

export interface CreateServices {
  /** For what is looked up before and after. */
  readonly sql: Sql;
  readonly creates: CreateBatches;
}

export interface TaskCreation {
  readonly accountId: string;
  readonly kind: TaskKindName;
  readonly model: string | null;
  readonly templateId: string | null;
  /** For people, such as the name of its source's file; null unless said here or by `prepareNew`. */
  readonly name?: string | null;
  /** List price as an exact decimal. */
  readonly baseMoods: string;
  /** Seconds of footage that it works on, which decide its cost in fair queueing; null if unknown or none. */
  readonly footageS?: number | null;
  /** What the media node gets: checked, with defaults. What `prepareNew` returns replaces it. */
  readonly request: unknown;
  readonly callbackUrl: string | null;
  readonly idempotencyKey: string | null;
  /** What a repeat is compared by, if `request` holds more than the client said. */
  readonly identity?: unknown;
  /**
   * Checks what must hold for a new task, such as that its source is there, and returns the request with what was found,
   * such as which content it has and what it is called. Not asked of a repeat: what was true when the original was
   * created may have changed since.
   */
  readonly prepareNew?: () => Promise<Required<Pick<TaskCreation, "request" | "name">>>;
  /** Called once the task is created; throws if its source was removed meanwhile, and the task is withdrawn. */
  readonly confirmNew?: () => Promise<void>;
  readonly answer: CreateAnswer;
}

/** JSON with sorted object keys, so that equal requests have equal text however the client ordered them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

function hashIdentity(identity: unknown): Uint8Array {
  return createHash("sha256").update(canonicalJson(identity)).digest();
}

/** What an idempotency key stands for: everything of the request that changes what happens. */
function identityOf({ identity, request, callbackUrl, model, templateId }: TaskCreation): unknown {
  return identity ?? { request, callbackUrl, model, templateId };
}

type Repeat = Pick<TaskCreation, "accountId" | "kind" | "idempotencyKey" | "answer">;

/** The task that the same request created before. @throws AppError IDEMPOTENCY_CONFLICT when another request did */
async function findOriginal(sql: Sql, repeat: Repeat, requestHash: Uint8Array): Promise<TaskRow | undefined> {
  const { accountId, kind, idempotencyKey, answer } = repeat;
  if (idempotencyKey === null) return undefined;
  const original = await selectTaskByIdempotencyKey(sql, { accountId, kind, key: idempotencyKey });
  if (original !== undefined && Buffer.compare(original.request_hash, requestHash) !== 0) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
  // A request that got no answer may have created it and be about to withdraw it; the database decides which comes first.
  if (original === undefined) return undefined;
  answer.attempt(original.id);
  if (await addAnswer(sql, original.id, answer)) {
    answer.repeats();
    return original;
  }
  answer.failed(original.id);
  return undefined;
}

/**
 * The task that an identical request with this idempotency key created, for kinds whose request can only be
 * made from what may have changed since; undefined without such a key or task, and where the task is withdrawn.
 * The answer is noted with it, so that no withdrawal takes it away.
 * @throws AppError IDEMPOTENCY_CONFLICT
 */
export async function findRepeatedTask(
  sql: Sql,
  repeat: Repeat & { readonly identity: unknown },
): Promise<TaskRow | undefined> {
  return findOriginal(sql, repeat, hashIdentity(repeat.identity));
}

/**
 * Creates a task and charges for it; a repeat with the same idempotency key and request returns the original as it
 * now is and charges nothing. A caller whose answer is not this task withdraws the tasks that the answer has noted.
 * @throws AppError INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT, UNAVAILABLE when the answer's time is over
 */
export async function createTask(services: CreateServices, creation: TaskCreation): Promise<TaskRow> {
  const { sql } = services;
  const requestHash = hashIdentity(identityOf(creation));
  const original = await findOriginal(sql, creation, requestHash);
  if (original !== undefined) return original;
  const prepared = await creation.prepareNew?.();
  const { outcome, task: created } = await createOnce(services, { ...creation, ...prepared }, requestHash);
  if (outcome === "late") throw new AppError("UNAVAILABLE");
  if (outcome === "created") await creation.confirmNew?.();
  // A parallel request with the same key may have created the task, or spent the last moods on it, since we looked.
  const task = outcome === "created" ? created : await findOriginal(sql, creation, requestHash);
  if (task !== undefined) return task;
  // The request that had taken the key was not answered with its task, which is withdrawn again.
  throw new AppError(outcome === "uncovered" ? "INSUFFICIENT_MOODS" : "UNAVAILABLE");
}

/** Tries to create the task. Where the database says that it did not, the answer has nothing to withdraw. */
async function createOnce(
  { creates }: CreateServices,
  creation: TaskCreation,
  requestHash: Uint8Array,
): Promise<DecidedCreate> {
  const { answer, accountId, kind } = creation;
  return inSpan("create task", { kind: "producer", attributes: { "clipmill.kind": kind } }, async (span) => {
    const task = newTask(creation, requestHash, span.traceparent);
    span.set({ "clipmill.task_id": task.id, "clipmill.account_id": accountId });
    const created = await creates.create(task, () => answer.attempt(task.id));
    span.set({ "clipmill.outcome": created.outcome });
    if (created.outcome !== "created") answer.failed(task.id);
    return created;
  });
}

/** A task's cost in fair queueing: hours of footage within bounds. */
function costOf(footageS: number | null): number {
  const { min, max, default: unknown } = DISPATCH_LIMITS.cost;
  return footageS === null ? unknown : Math.min(Math.max(footageS / 3_600, min), max);
}

function newTask(creation: TaskCreation, requestHash: Uint8Array, traceparent: string | null): NewTask {
  const { accountId, kind, model, templateId, request, idempotencyKey, callbackUrl, baseMoods, answer } =
    creation;
  return {
    // Made with the database's time, because ids order lists and decide in which partition a task's rows lie.
    id: newId("task", answer.promisedAt.getTime()),
    accountId,
    kind,
    model,
    templateId,
    name: creation.name ?? null,
    request,
    requestHash,
    idempotencyKey,
    callbackUrl,
    deliveryId: newId("delivery"),
    baseMoods,
    queueJob: queueJobOf(kind, model),
    cost: costOf(creation.footageS ?? null),
    traceparent,
    answerId: answer.id,
    answerBy: answer.by,
  };
}
