// The database that a restore writes to: the one that is set, or the embedded one of a data folder on which nothing runs.

import { readSessionUrl } from "../../shared/db/database-addresses.ts";
import { AppError } from "../../shared/errors.ts";
import type { Logger } from "../../shared/logger.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { chooseServiceUser, isRoot } from "../../shared/process/service-user.ts";
import { readApplianceFile } from "../appliance/appliance-file.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { prepareDataDir } from "../postgres/postgres-place.ts";

export interface RestoreTarget {
  readonly databaseUrl: string;
  /** Ends what was started for it, and gives what was written to the user as whom the planes will run. */
  close(): Promise<void>;
}

/** @throws AppError UNAVAILABLE while an appliance runs on the data folder, SettingError */
export async function openRestoreTarget(env: Environment, logger: Logger): Promise<RestoreTarget> {
  const url = readSessionUrl(env);
  const dataDir = readDataDir(env).path;
  const user = isRoot() ? await chooseServiceUser(env, dataDir) : undefined;
  if (url !== undefined) return { databaseUrl: url, close: async () => prepareDataDir(dataDir, user) };
  if ((await readApplianceFile(dataDir)) !== undefined) {
    throw new AppError(
      "UNAVAILABLE",
      `An appliance runs on ${dataDir}: stop it, or name an empty data folder.`,
    );
  }
  const started = await startEmbeddedPostgres({ dataDir, logger, ...(user === undefined ? {} : { user }) });
  return {
    databaseUrl: started.databaseUrl,
    close: async () => {
      await started.stop();
      prepareDataDir(dataDir, user);
    },
  };
}
