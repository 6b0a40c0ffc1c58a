// A pool that notes every statement it sends, for tests of how many there are and what they ask for; but for the
// driver's own question for the database's types.
import type { TestContext } from "node:test";
import postgres from "postgres";
import type { Sql } from "../../../shared/db/connect.ts";
import { cleanUp } from "../clean-up.ts";

export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export interface RecordingPool {
  readonly sql: Sql;
  /** In the order in which they were sent. */
  readonly statements: readonly RecordedStatement[];
}

/** Opens it; it is closed when the test ends. */
export function recordingPool(t: TestContext, databaseUrl: string): RecordingPool {
  const statements: RecordedStatement[] = [];
  const sql = postgres(databaseUrl, {
    max: 4,
    onnotice: () => undefined,
    debug: (_connection, text, parameters) => {
      if (!text.includes("pg_catalog.pg_type")) statements.push({ text, parameters: [...parameters] });
    },
  });
  cleanUp(t, () => sql.end({ timeout: 1 }));
  return { sql, statements };
}
