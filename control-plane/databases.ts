// The control plane's connections to PostgreSQL, apart by what waits for them: what only reads never stands before a
// create, and neither before an admission or the ending of a task.
import { connectDatabase, type Sql } from "../shared/db/connect.ts";
import { DATABASE_LIMITS, LANE_LIMITS } from "../shared/limits.ts";

export interface Databases {
  /** One connection, and one statement at a time; its counts may be lost in a crash of the machine. */
  readonly admission: Sql;
  readonly reads: Sql;
  readonly writes: Sql;
  /** One connection, on which all tasks are created. */
  readonly creates: Sql;
  /** The worker's own: finishing tasks, webhooks, sweeps, usage, streams. */
  readonly work: Sql;
  /** Ends all of them, at once after a while. */
  end(): Promise<void>;
}

/** Opens the pools; nothing is connected before the first statement. */
export function openDatabases(databaseUrl: string): Databases {
  const open = (purpose: string, connections: number): Sql =>
    connectDatabase(databaseUrl, { applicationName: `clipmill ${purpose}`, connections });
  const admission = connectDatabase(databaseUrl, {
    applicationName: "clipmill admission",
    connections: 1,
    synchronousCommit: false,
    replyTimeoutMs: DATABASE_LIMITS.admissionTimeoutMs,
  });
  const reads = open("reads", LANE_LIMITS.reads.places);
  const writes = open("writes", LANE_LIMITS.writes.places);
  const creates = open("creates", 1);
  const work = open("control-plane", DATABASE_LIMITS.workConnections);
  const timeout = DATABASE_LIMITS.endTimeoutMs / 1_000;
  return {
    admission,
    reads,
    writes,
    creates,
    work,
    end: async () => {
      await Promise.all([admission, reads, writes, creates, work].map((sql) => sql.end({ timeout })));
    },
  };
}
