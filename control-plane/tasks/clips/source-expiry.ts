// How long a clip can be rendered again: as long as its source is there. An upload is kept for itself; a download for as
// long as the operator keeps intermediate files of the job that fetched it.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { ClipPlan } from "../../../shared/tasks/clip-plan.ts";
import type { FileRetention } from "../../db/expired-files.ts";
import { type KeptSource, selectKeptDownload, selectKeptUpload } from "../../db/tasks/kept-sources.ts";

function endOf(kept: KeptSource | undefined, keptMs: number, unknown: Date): Date {
  const { kept_from: from = null, gone_at: goneAt = null } = kept ?? {};
  if (from === null) return goneAt ?? unknown;
  const endsAt = new Date(from.getTime() + keptMs);
  return goneAt !== null && goneAt < endsAt ? goneAt : endsAt;
}

/**
 * When the source of a job's clips goes, or went.
 * @param endedAt when the job ended: nothing was kept beyond that where nothing else is known
 */
export async function sourceExpiresAt(
  sql: Queryable,
  fileRetention: FileRetention,
  { source, sourceTaskId }: Pick<ClipPlan, "source" | "sourceTaskId">,
  endedAt: Date,
): Promise<Date> {
  if (source === null) return endedAt;
  if (sourceTaskId !== undefined) {
    return endOf(await selectKeptDownload(sql, sourceTaskId), fileRetention.workMs, endedAt);
  }
  if (source.kind === "url") return endedAt;
  return endOf(await selectKeptUpload(sql, source.storageKey), fileRetention.uploadsMs, endedAt);
}
