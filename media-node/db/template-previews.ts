// What this plane enqueues for the control plane about templates, whose rows it never writes.
import type { Queryable } from "../../shared/db/connect.ts";
import {
  BRING_TEMPLATES_JOB,
  type FinishedPreview,
  RECORD_PREVIEW_JOB,
} from "../../shared/templates/template-previews.ts";

/** Hands a finished preview over. */
export async function enqueueFinishedPreview(sql: Queryable, preview: FinishedPreview): Promise<void> {
  await sql`
    select graphile_worker.add_job(${RECORD_PREVIEW_JOB}, ${JSON.stringify(preview)}::text::json,
      job_key => ${`preview-made:${preview.previewId}`})`;
}

/** Says that models were announced, whose built-in templates can now be brought. One waiting job serves all. */
export async function enqueueBuiltInTemplates(sql: Queryable): Promise<void> {
  await sql`select graphile_worker.add_job(${BRING_TEMPLATES_JOB}, job_key => ${BRING_TEMPLATES_JOB})`;
}
