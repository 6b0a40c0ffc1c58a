// Whoever sees a plane's process end knows at once what the others learn when its lease runs out: its work is given
// back then and there.
import { hostname } from "node:os";
import { releaseEndedProcess } from "../../control-plane/worker/release-lost-nodes.ts";
import { connectDatabase } from "../../shared/db/connect.ts";
import type { Logger } from "../../shared/logger.ts";
import { readProcessSpace } from "../../shared/process/process-space.ts";
import type { Service } from "../processes/supervisor.ts";

/** What a plane's service does at the end of its process. It rejects where the database is away, too. */
export function releaseAtExit(databaseUrl: string, logger: Logger): NonNullable<Service["onExit"]> {
  return async ({ pid }) => {
    if (pid === undefined) return;
    const sql = connectDatabase(databaseUrl, { applicationName: "clipmill appliance", connections: 1 });
    try {
      // The name and the id alone may be a living process's, too, of a machine or container made from the same image.
      const processSpace = readProcessSpace() ?? null;
      await releaseEndedProcess(sql, { host: hostname(), pid, processSpace }, logger);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
}
