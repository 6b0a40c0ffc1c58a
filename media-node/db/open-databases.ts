// A media node's connections.
import { connectDatabase, type Sql } from "../../shared/db/connect.ts";
import { type DatabaseAddresses, isPooled } from "../../shared/db/database-addresses.ts";
import { checkPooler } from "../../shared/db/pooler-settings.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";
import type { Logger } from "../../shared/logger.ts";

export interface NodeDatabases {
  /** For runs. */
  readonly sql: Sql;
  /** For the node's lease, which waits for no run. */
  readonly leaseSql: Sql;
}

/** The node's database pools: one for its runs, and one for its lease, which must not wait behind them. */
export async function openDatabases(addresses: DatabaseAddresses, logger: Logger): Promise<NodeDatabases> {
  const open = (pool: "runs" | "lease"): Sql =>
    connectDatabase(addresses.databaseUrl, {
      applicationName: "clipmill media-node",
      pool,
      connections: CONNECTION_LIMITS.mediaNode[pool],
      isPooled: isPooled(addresses),
    });
  const sql = open("runs");
  if (isPooled(addresses)) await checkPooler(sql, logger);
  return { sql, leaseSql: open("lease") };
}
