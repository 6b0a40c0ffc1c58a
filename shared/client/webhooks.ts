// Webhooks are not signed: what arrives is only a hint that a task may have ended. A receiver reads the task with its own
// key and believes that.
import type { Task, WebhookPayload } from "./api-types.ts";
import { type CallOptions, type Connection, callApi } from "./call-api.ts";
import { ClipmillError } from "./client-error.ts";
import { SURFACES, type Surface } from "./surfaces.ts";

const EVENT = /^(generation|job)\.(finished|failed)$/;
const SURFACE_OF_EVENT: Readonly<Record<string, Surface>> = {
  generation: SURFACES["generation-tasks"],
  job: SURFACES.jobs,
};

function invalid(message: string): ClipmillError {
  return new ClipmillError("INVALID_WEBHOOK", message);
}

/** A body as frameworks hand it over: bytes, text, or already parsed. */
function parsed(body: unknown): unknown {
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const text = isBytes ? new TextDecoder().decode(body as ArrayBuffer | DataView) : body;
  return typeof text === "string" ? JSON.parse(text) : text;
}

/** Reads a webhook's body, as bytes or text or already parsed. @throws ClipmillError INVALID_WEBHOOK */
export function parseWebhook(body: unknown): WebhookPayload {
  let payload: Partial<WebhookPayload> | null;
  try {
    payload = parsed(body) as Partial<WebhookPayload> | null;
  } catch {
    throw invalid("The webhook's body is not JSON.");
  }
  const { event, task_id: taskId, status } = payload ?? {};
  const [, , end] = EVENT.exec(String(event)) ?? [];
  if (end === undefined) throw invalid("The webhook's event is not known.");
  if (typeof taskId !== "string" || !/^task_[0-9a-z]+$/.test(taskId))
    throw invalid("The webhook names no task.");
  if (status !== end) throw invalid("The webhook's status is not its event's.");
  return payload as WebhookPayload;
}

/**
 * The ended task that a webhook tells of, as the API has it. Handle it once by its `task_id`: webhooks may come twice.
 * @throws ClipmillError INVALID_WEBHOOK where there is no such task of this account, or it has not ended so
 */
export async function confirmWebhook(
  connection: Connection,
  body: unknown,
  { signal }: CallOptions = {},
): Promise<Task> {
  const { event, task_id: taskId, status } = parseWebhook(body);
  const surface = SURFACE_OF_EVENT[event.split(".")[0] ?? ""] ?? SURFACES.jobs;
  const path = { jobId: taskId, taskId };
  try {
    const { data: task } = await callApi(connection, surface.read, { path, signal });
    if (task.status === status) return task;
  } catch (error) {
    if (!(error instanceof ClipmillError) || error.code !== "NOT_FOUND") throw error;
    throw invalid("The webhook names a task that this account does not have.");
  }
  throw invalid("The task has not ended as the webhook says.");
}
