// SQL of the queue jobs that make previews of templates. Their keys are made from their templates' ids, so that a newer
// wish replaces an older one.
import type { Queryable } from "../../../shared/db/connect.ts";
import { type PreviewRequest, previewQueueJob } from "../../../shared/templates/template-previews.ts";

const KEY_PREFIX = "preview:";

function previewKey(templateId: string): string {
  return `${KEY_PREFIX}${templateId}`;
}

/** The template whose preview a queue job with this key makes; undefined where it makes none. */
export function templateOfPreview(jobKey: string): string | undefined {
  return jobKey.startsWith(KEY_PREFIX) ? jobKey.slice(KEY_PREFIX.length) : undefined;
}

/** All previews share a queue, which does one job at a time: nobody's job must wait for them. Higher numbers run later. */
const PREVIEW_QUEUE = "template-previews";
const PREVIEW_PRIORITY = 50;

export interface PreviewQueueing {
  readonly model: string;
  readonly delayMs: number;
  readonly attempts: number;
}

/** Asks the media nodes that have a model for a preview, in place of an earlier wish for the same template. */
export async function enqueuePreview(
  sql: Queryable,
  request: PreviewRequest,
  { model, delayMs, attempts }: PreviewQueueing,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${previewQueueJob(model)}, ${JSON.stringify(request)}::text::json,
      queue_name => ${PREVIEW_QUEUE}, run_at => now() + ${delayMs} * interval '1 millisecond',
      max_attempts => ${attempts}::int, job_key => ${previewKey(request.templateId)}, priority => ${PREVIEW_PRIORITY}::int)`;
}

/** Takes a template's preview job back. One that a node works on goes on, and is not tried again. */
export async function removePreviewJob(sql: Queryable, templateId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${previewKey(templateId)})`;
}

export interface PreviewJobRow {
  readonly attempts: number;
  readonly max_attempts: number;
  readonly last_error: string | null;
  readonly is_running: boolean;
}

/** The queue job of a template's preview, if there is one; it stays after its last try has failed. */
export async function selectPreviewJob(
  sql: Queryable,
  templateId: string,
): Promise<PreviewJobRow | undefined> {
  const [row] = await sql<PreviewJobRow[]>`
    select attempts::int, max_attempts::int, last_error, locked_at is not null as is_running
    from graphile_worker.jobs where key = ${previewKey(templateId)}`;
  return row;
}
