// Where an operator's command finds the database: where CLIPMILL_DATABASE_URL says, or with the appliance that runs on
// this data folder.
import { resolve } from "node:path";
import type { Environment } from "../shared/environment.ts";
import { AppError } from "../shared/errors.ts";
import { readApplianceFile } from "./appliance-file.ts";
import { DEFAULT_DATA_DIR } from "./appliance-settings.ts";

/** @throws AppError UNAVAILABLE where there is neither */
export async function findDatabaseUrl(env: Environment): Promise<string> {
  const { CLIPMILL_DATABASE_URL: url, CLIPMILL_DATA_DIR: dataDir = DEFAULT_DATA_DIR } = env;
  if (url !== undefined && url !== "") return url;
  const appliance = await readApplianceFile(resolve(dataDir));
  if (appliance !== undefined) return appliance.databaseUrl;
  throw new AppError(
    "UNAVAILABLE",
    `No appliance runs on ${resolve(dataDir)}: start one, or set CLIPMILL_DATABASE_URL.`,
  );
}
