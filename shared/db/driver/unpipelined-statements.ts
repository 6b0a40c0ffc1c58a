// Keeps each connection of a pool to one statement at a time. The driver (3.4.9) sends what is asked next behind a statement
// without parameters before that has its answer, and asks first, without a Sync, what types its own parameters have. A
// pooler that counts Syncs, as PgBouncer does before 1.21, lends the server's connection to somebody else at the end of the
// first statement: the answer to the second goes to them, and the second's values to whatever statement they had prepared.
import type postgres from "postgres";
import { isStatement } from "./driver-statement.ts";

type Call = (...args: unknown[]) => unknown;

function sendAlone(made: unknown): unknown {
  if (isStatement(made)) made.options.onexecute ??= () => false;
  return made;
}

/** The same pool, whose statements are each sent behind the answer to the one before. */
export function withoutPipelines(sql: postgres.Sql): postgres.Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => sendAlone(Reflect.apply(target as unknown as Call, self, args)),
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || (name !== "unsafe" && name !== "file")) return value;
      return (...args: unknown[]) => sendAlone((value as Call)(...args));
    },
  });
}
