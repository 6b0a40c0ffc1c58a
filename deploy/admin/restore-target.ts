// The database that a restore writes to: the one that is set, or the embedded one of a data folder on which nothing runs.
import { existsSync, readdirSync } from "node:fs";
import { readSessionUrl } from "../../shared/db/database-addresses.ts";
import { AppError } from "../../shared/errors.ts";
import type { Logger } from "../../shared/logger.ts";
import type { Environment } from "../../shared/process/environment.ts";
import type { OsUser } from "../../shared/process/os-user.ts";
import { makeOwnFolders, readDataDir, readOwnFolders } from "../../shared/process/own-folders.ts";
import { canReach, chooseServiceUser, handOver, isRoot } from "../../shared/process/service-user.ts";
import { readApplianceFile } from "../appliance/appliance-file.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { prepareDataDir } from "../postgres/postgres-place.ts";

export interface RestoreTarget {
  readonly databaseUrl: string;
  /** Makes the data folder and the storage's, the planes' user's where he can reach them. @throws SettingError */
  makeFolders(): void;
  /** Ends what was started for it, and gives what was written to the user as whom the planes will run. */
  close(): Promise<void>;
}

/** The planes take a storage that is new or empty, and would not take one that root has filled. */
function makeFolders(env: Environment, user: OsUser | undefined): void {
  prepareDataDir(readDataDir(env).path, user);
  for (const folder of readOwnFolders(env, ["CLIPMILL_STORAGE"])) {
    const isEmpty = !existsSync(folder.path) || readdirSync(folder.path).length === 0;
    if (isEmpty && user !== undefined && canReach(user, folder.path)) handOver([folder], user);
    else makeOwnFolders([folder]);
  }
}

/** @throws AppError UNAVAILABLE while an appliance runs on the data folder, SettingError */
export async function openRestoreTarget(env: Environment, logger: Logger): Promise<RestoreTarget> {
  const url = readSessionUrl(env);
  const dataDir = readDataDir(env).path;
  const user = isRoot() ? await chooseServiceUser(env, dataDir) : undefined;
  const folders = { makeFolders: () => makeFolders(env, user) };
  if (url !== undefined) {
    return { ...folders, databaseUrl: url, close: async () => prepareDataDir(dataDir, user) };
  }
  if ((await readApplianceFile(dataDir)) !== undefined) {
    throw new AppError(
      "UNAVAILABLE",
      `An appliance runs on ${dataDir}: stop it, or name an empty data folder.`,
    );
  }
  const started = await startEmbeddedPostgres({ dataDir, logger, ...(user === undefined ? {} : { user }) });
  return {
    ...folders,
    databaseUrl: started.databaseUrl,
    close: async () => {
      await started.stop();
      prepareDataDir(dataDir, user);
    },
  };
}
