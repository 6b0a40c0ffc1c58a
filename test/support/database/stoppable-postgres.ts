// A PostgreSQL of the test's own that it can stop, kill and start again on the same port, as an outage would.
import type { TestContext } from "node:test";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../deploy/postgres/embedded-postgres.ts";
import type { PostgresSettings } from "../../../deploy/postgres/postgres-process.ts";
import { createLogger } from "../../../shared/logger.ts";
import { cleanUp } from "../clean-up.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface StoppablePostgres {
  readonly databaseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts it; when the test ends it is stopped after what `beforeEnd` stops. */
export async function stoppablePostgres(
  t: TestContext,
  beforeEnd: () => Promise<unknown>,
  settings: PostgresSettings = {},
): Promise<StoppablePostgres> {
  let postgres: EmbeddedPostgres | undefined;
  cleanUp(t, async () => {
    await beforeEnd();
    await postgres?.stop();
  });
  const logger = createLogger("test", "silent");
  const options = { dataDir: await temporaryFolder(t), logger, settings: { fsync: "off", ...settings } };
  const first = await startEmbeddedPostgres(options);
  postgres = first;
  const { databaseUrl, port } = first;
  return {
    databaseUrl,
    get pid() {
      return postgres?.pid ?? 0;
    },
    stop: async () => postgres?.stop(),
    kill: async () => {
      postgres?.kill();
      await postgres?.exited;
    },
    start: async () => {
      postgres = await startEmbeddedPostgres({ ...options, port });
    },
  };
}
