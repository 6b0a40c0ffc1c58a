// The settings of how long things are kept: rows, files, and what is known of models that no node has any more.
import { AUDIT_LIMITS } from "../shared/limits/admin.ts";
import { PERIOD_LIMITS } from "../shared/limits/database.ts";
import { MODEL_OFFER_LIMITS } from "../shared/limits/nodes.ts";
import { STORAGE_LIMITS } from "../shared/limits/storage.ts";
import { DAY, HOUR, MINUTE } from "../shared/limits/units.ts";
import { type Environment, readBounded, readInteger } from "../shared/process/environment.ts";
import type { ModelTimes } from "./catalog/models.ts";
import type { FileRetention } from "./db/expired-files.ts";
import type { PeriodRetention } from "./worker/keep-periods.ts";

export interface RetentionSettings {
  readonly modelTimes: ModelTimes;
  readonly periodRetention: PeriodRetention;
  /** How long files are kept. */
  readonly fileRetention: FileRetention;
}

/** How long models are known, and waited for, that no node has. @throws SettingError */
export function readModelTimes(env: Environment): ModelTimes {
  const hours = readBounded(env, "CLIPMILL_MODEL_MEMORY_HOURS", MODEL_OFFER_LIMITS.memoryHours);
  const minutes = readBounded(env, "CLIPMILL_MODEL_WAIT_MINUTES", MODEL_OFFER_LIMITS.waitMinutes);
  return { memoryMs: hours * HOUR, waitMs: minutes * MINUTE };
}

/** How long rows of tables with periods are kept. @throws SettingError */
export function readPeriodRetention(env: Environment): PeriodRetention {
  const { days, tasksKeptDays, usageSecondsKeptDays: seconds } = PERIOD_LIMITS;
  return {
    partitionDays: readBounded(env, "CLIPMILL_PARTITION_DAYS", days),
    tasksKeptDays: readInteger(env, "CLIPMILL_TASKS_KEPT_DAYS", tasksKeptDays, null),
    usageSecondsKeptDays: readBounded(env, "CLIPMILL_USAGE_SECONDS_KEPT_DAYS", seconds),
    auditKeptDays: readInteger(env, "CLIPMILL_AUDIT_KEPT_DAYS", AUDIT_LIMITS.keptDays, null),
  };
}

/** How long files are kept. @throws SettingError */
export function readFileRetention(env: Environment): FileRetention {
  const { filesKeptDays: days, workKeptMinutes: minutes } = STORAGE_LIMITS;
  return {
    uploadsMs: readBounded(env, "CLIPMILL_UPLOADS_KEPT_DAYS", days) * DAY,
    resultsMs: readBounded(env, "CLIPMILL_RESULTS_KEPT_DAYS", days) * DAY,
    workMs: readBounded(env, "CLIPMILL_WORK_KEPT_MINUTES", minutes) * MINUTE,
  };
}
