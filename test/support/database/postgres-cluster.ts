// One throw-away PostgreSQL cluster for a whole test run, through the same code that runs the appliance's database.
// It lies in memory where there is enough of it, and does not wait for the disk: nothing in it outlives the run.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../deploy/postgres/embedded-postgres.ts";
import { createLogger } from "../../../shared/logger.ts";
import { passingFolder } from "../passing-folder.ts";
import { withAdmin } from "./admin-connection.ts";

/** Test files run side by side, each with pools of its own. */
const CONNECTIONS = "300";

const FORGETFUL = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: CONNECTIONS,
  // What lies in memory is taken from the tests: old log is used again soon.
  max_wal_size: "256MB",
  // Thousands of connections are made, and each hashes the password this often on both ends.
  scram_iterations: "1",
};

export interface TestCluster {
  /** A superuser's URL, of a database that tests leave alone. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** The password was made with the cluster, before it had its settings. */
async function hashAnew(adminUrl: string): Promise<void> {
  const { username, password } = new URL(adminUrl);
  await withAdmin(adminUrl, (sql) => sql.unsafe(`alter role "${username}" password '${password}'`));
}

/** Starts it in a temporary folder; stop() removes that, too. */
export async function startTestCluster(signal: AbortSignal): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(await passingFolder(), "clipmill-test-cluster-"));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  const logger = createLogger("test cluster", "error");
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, logger, settings: FORGETFUL, signal });
    await hashAnew(postgres.databaseUrl);
    return {
      adminUrl: postgres.databaseUrl,
      stop: async () => {
        await postgres.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
