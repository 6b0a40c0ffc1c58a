// Where an operator's command finds the database: where CLIPMILL_DATABASE_SESSION_URL or CLIPMILL_DATABASE_URL says, or
// with the appliance that runs on this data folder. A command that runs once needs no pooler.

import { readSessionUrl } from "../../shared/db/database-addresses.ts";
import { AppError } from "../../shared/errors.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { readDataDir } from "../../shared/process/own-folders.ts";
import { readApplianceFile } from "./appliance-file.ts";

/** @throws AppError UNAVAILABLE where there is neither, or the appliance is another user's; SettingError */
export async function findDatabaseUrl(env: Environment): Promise<string> {
  const url = readSessionUrl(env);
  if (url !== undefined) return url;
  const dataDir = readDataDir(env).path;
  const appliance = await readApplianceFile(dataDir);
  if (appliance !== undefined) return appliance.databaseUrl;
  throw new AppError(
    "UNAVAILABLE",
    `No appliance runs on ${dataDir}: start one, or set CLIPMILL_DATABASE_URL.`,
  );
}
