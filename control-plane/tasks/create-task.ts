// Creating a task: idempotency, charge, task row, ledger entry and queue job commit together or not at all.
import { createHash } from "node:crypto";
import { isUniqueViolation } from "../../shared/db/classify-error.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { QUEUE_LIMITS } from "../../shared/limits.ts";
import { queueJobOf, TASK_KINDS, type TaskKindName } from "../../shared/task-kinds.ts";
import {
  type CreateOutcome,
  insertChargedTask,
  type NewTask,
  selectTask,
  selectTaskByIdempotencyKey,
  type TaskRow,
} from "../db/tasks.ts";
import { addAnswer } from "../db/withdrawals.ts";
import type { CreateAnswer } from "./create-answer.ts";

export interface TaskCreation {
  readonly accountId: string;
  readonly kind: TaskKindName;
  readonly model: string | null;
  readonly templateId: string | null;
  /** List price as an exact decimal. */
  readonly baseMoods: string;
  /** What the media node gets: checked, with defaults. */
  readonly request: unknown;
  readonly callbackUrl: string | null;
  readonly idempotencyKey: string | null;
  /** What a repeat of the request is known by, where `request` holds more than the client said. */
  readonly identity?: unknown;
  /**
   * What must hold for a new task, such as that its source is there. Not asked of a repeat: what was true when the
   * original was created may have changed since.
   */
  readonly checkNew?: () => Promise<void>;
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
  const original = await selectTaskByIdempotencyKey(sql, accountId, kind, idempotencyKey);
  if (original !== undefined && Buffer.compare(original.request_hash, requestHash) !== 0) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
  // A request that was not answered may have created it and be about to withdraw it: whoever comes first decides.
  if (original === undefined) return undefined;
  answer.attempt(original.id);
  if (await addAnswer(sql, original.id, answer)) return original;
  answer.failed(original.id);
  return undefined;
}

/**
 * The task that an identical request with this idempotency key created, for kinds whose request can only be made from
 * what may have changed since.
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
 * now is and charges nothing. Whoever answers the client with something else than this task withdraws what the answer
 * has noted.
 * @throws AppError INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT, UNAVAILABLE when the answer's time is over
 */
export async function createTask(sql: Sql, creation: TaskCreation): Promise<TaskRow> {
  const requestHash = hashIdentity(identityOf(creation));
  const original = await findOriginal(sql, creation, requestHash);
  if (original !== undefined) return original;
  await creation.checkNew?.();
  const id = newId("task");
  const outcome = await insertOnce(sql, creation, id, requestHash);
  if (outcome === "late") throw new AppError("UNAVAILABLE");
  // A parallel request with the same key may have created the task, or spent the last moods on it, since we looked.
  const task =
    outcome === "created"
      ? await selectTask(sql, creation.accountId, id)
      : await findOriginal(sql, creation, requestHash);
  if (task !== undefined) return task;
  // The request that had taken the key was not answered with its task, which is withdrawn again.
  throw new AppError(outcome === "taken" ? "UNAVAILABLE" : "INSUFFICIENT_MOODS");
}

/** Creates the task, unless its idempotency key has just been taken. What certainly was not created is told apart. */
async function insertOnce(
  sql: Sql,
  creation: TaskCreation,
  id: string,
  requestHash: Uint8Array,
): Promise<CreateOutcome | "taken"> {
  const { answer } = creation;
  answer.attempt(id);
  const outcome = await insertChargedTask(sql, newTask(creation, id, requestHash)).catch((error: unknown) => {
    if (isUniqueViolation(error, "tasks_idempotency_key")) return "taken" as const;
    throw error;
  });
  if (outcome !== "created") answer.failed(id);
  return outcome;
}

function newTask(creation: TaskCreation, id: string, requestHash: Uint8Array): NewTask {
  const kind = TASK_KINDS[creation.kind];
  return {
    id,
    accountId: creation.accountId,
    kind: creation.kind,
    model: creation.model,
    templateId: creation.templateId,
    request: creation.request,
    requestHash,
    idempotencyKey: creation.idempotencyKey,
    callbackUrl: creation.callbackUrl,
    deliveryId: newId("delivery"),
    baseMoods: creation.baseMoods,
    queueJob: queueJobOf(creation.kind, creation.model),
    queuePriority: kind.queuePriority,
    queueAttempts: QUEUE_LIMITS.attempts,
    answer: creation.answer,
  };
}
