// The storage, the database and what is kept for how long, for operators. Nothing of it is a secret.
import { DAY, GIB, MINUTE } from "../../../shared/limits/units.ts";
import type { StorageRoom } from "../../../shared/storage/room.ts";
import type { StorageSettings } from "../../../shared/storage/storage-settings.ts";
import type { FileRetention } from "../../db/expired-files.ts";
import type { DatabaseFigures, KeptFiles } from "../../db/operators/health-figures.ts";
import type { PeriodRetention } from "../../worker/keep-periods.ts";
import type { StorageView } from "../api-types/operator.ts";

export interface StorageViewOptions {
  readonly storageSettings: StorageSettings;
  readonly room: StorageRoom;
  readonly fileRetention: FileRetention;
  readonly periodRetention: PeriodRetention;
  readonly uploadQuotaBytes: number;
}

export interface SlowFigures {
  readonly database: DatabaseFigures;
  readonly files: KeptFiles;
}

function placeOf(settings: StorageSettings): Pick<StorageView, "kind" | "place"> {
  if (settings.kind === "folder") return { kind: "folder", place: settings.folder };
  const { bucket, endpoint, region } = settings.s3;
  return { kind: "s3", place: `${bucket} at ${endpoint ?? region}` };
}

/** Asks the storage for its room; one that does not answer has none. */
export async function viewStorage(
  { storageSettings, room, fileRetention, periodRetention, uploadQuotaBytes }: StorageViewOptions,
  { database, files }: SlowFigures,
): Promise<StorageView> {
  const found = await room.check().catch(() => null);
  return {
    ...placeOf(storageSettings),
    room: found,
    shortage: room.shortage() ?? null,
    kept: files,
    retention: {
      uploadsDays: fileRetention.uploadsMs / DAY,
      resultsDays: fileRetention.resultsMs / DAY,
      workMinutes: fileRetention.workMs / MINUTE,
      tasksDays: periodRetention.tasksKeptDays,
      usageSecondsDays: periodRetention.usageSecondsKeptDays,
      auditDays: periodRetention.auditKeptDays,
      partitionDays: periodRetention.partitionDays,
    },
    uploadQuotaGb: uploadQuotaBytes / GIB,
    database,
  };
}
